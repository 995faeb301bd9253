#!/bin/sh
# Checks the proofs of this folder from scratch: nothing that an earlier run compiled is used.
#
#   sh proofs/check.sh            compile, refuse what is not a proof, compare the statements
#   sh proofs/check.sh --full     the same, and coqchk re-checks MathComp and the standard library too (slow)
#   sh proofs/check.sh --update   writes statements.txt anew; read the difference before you commit it
#
# Exit codes: 0 everything is proved, 1 something is refused, 2 the check cannot run here.
set -eu
LC_ALL=C
export LC_ALL
cd "$(dirname "$0")"
here=$PWD

mode=check
for argument in "$@"; do
    case $argument in
    --full) mode=full ;;
    --update) mode=update ;;
    *)
        echo "check.sh: unknown option $argument (--full, --update)" >&2
        exit 2
        ;;
    esac
done

# A record of an earlier run says nothing about this one.
record=$here/../target/eigenclaim/formal.json
[ "$mode" = update ] || rm -f "$record"

cannot() {
    echo "proofs: cannot run: $1" >&2
    echo "On Debian or Ubuntu: sh scripts/setup-proofs.sh. Elsewhere: Coq 8.16 with MathComp 1.15" >&2
    echo "(ssreflect, algebra, field) and mathcomp-real-closed 1.1.3, for instance from opam." >&2
    exit 2
}
refuse() {
    echo "proofs: REFUSED: $1" >&2
    exit 1
}

for tool in coqc coqchk awk sha256sum; do
    command -v "$tool" >/dev/null 2>&1 || cannot "$tool is missing"
done
version=$(coqc --version | awk 'NR == 1 { print $NF }')
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 2' HUP INT TERM

# From here on only the copy is read: a file that changes meanwhile cannot be half old, half new.
for file in *.v _CoqProject exported.txt statements.txt check.sh; do
    [ -e "$file" ] || { [ "$file" = statements.txt ] && [ "$mode" = update ]; } || refuse "$file is missing"
    if [ -e "$file" ]; then cp "$file" "$work/"; fi
done
cd "$work"
sources=$(grep '\.v$' _CoqProject)
listed=$(printf '%s\n' $sources | sort)
present=$(ls ./*.v | sed 's|^\./||' | sort)
[ "$listed" = "$present" ] || refuse "_CoqProject does not list exactly the files *.v of this folder"

# --- What may not stand in a source, comments included.
words='Admitted|admit|admitted|give_up|Axiom|Axioms|Parameter|Parameters|Conjecture|Conjectures|Primitive|Extract'
words="$words|bypass_check|Admit|Obligations|Program|Redirect|Cd|Load|Declare|Register"
if grep -nwE "$words" $sources; then refuse "a source uses one of these words"; fi
if grep -nE '(Unset|Set)[[:space:]]+(Guard|Positivity|Universe|Printing)' $sources |
    grep -v 'Unset Printing Implicit Defensive\.$'; then
    refuse "a source changes what the kernel checks or how statements print"
fi
# Statements print in the notations of the library and in the definitions that `statements.txt` shows; nothing else
# that leaves a file may come between.
leaves='Notation|Infix|Reserved|Coercion|Canonical|Record|Structure|Class|Instance|Variant|CoFixpoint|CoInductive'
leaves="$leaves|Module|Function|Export|Include|Scheme|Identity|Arguments|Global|#\["
if grep -nE "^[[:space:]]*($leaves)" $sources; then refuse "a declaration that is hidden from the statements"; fi
if grep -nE '^[[:space:]]*(Local[[:space:]]+|Polymorphic[[:space:]]+)?(Definition|Fixpoint|Inductive)' $sources |
    grep -vE ':(Definition|Fixpoint|Inductive) [A-Za-z0-9_]+'; then
    refuse "a definition that check.sh would not see"
fi
awk '
    FNR == 1 { depth = 0 }
    /^[[:space:]]*Section / { depth++ }
    /^[[:space:]]*End / { depth-- }
    /^[[:space:]]*(Local[[:space:]]+)?(Variable|Variables|Hypothesis|Hypotheses|Context)([[:space:]]|$)/ && depth < 1 {
        print FILENAME ":" FNR ": " $0
        found = 1
    }
    END { exit found }
' $sources || refuse "a variable or hypothesis outside a section is an axiom"

# --- Which theorems there are.
grep -v '^#' exported.txt >exported
awk 'NF != 3 { print "exported.txt: " $0; bad = 1 } seen[$2]++ { print "exported.txt: " $2 " twice"; bad = 1 }
     END { exit bad }' exported || refuse "exported.txt: a line is an id, a name and a file"
while read -r id name file; do
    grep -qE "^(Theorem|Lemma|Corollary) $name([^A-Za-z0-9_']|\$)" "$file.v" 2>/dev/null ||
        refuse "$id names $name, which is no theorem of proofs/$file.v"
done <exported
for source in $sources; do
    for name in $(awk '/^[[:space:]]*(Theorem|Corollary|Fact|Proposition|Remark) / { print $2 }' "$source"); do
        grep -q " $name ${source%.v}\$" exported || refuse "$name of proofs/$source is not in exported.txt"
    done
done

# --- Compile.
options="-q -Q . eigenclaim -w -notation-overridden,-ambiguous-paths"
probe='From mathcomp Require Import all_ssreflect all_algebra all_field. From mathcomp Require Import complex.'
echo "$probe" >Probe.v
coqc $options Probe.v >probe.log 2>&1 || { cat probe.log >&2; cannot "MathComp or its real closed fields are missing"; }
rm -f Probe.*
for source in $sources; do
    coqc $options "$source" || refuse "proofs/$source does not compile"
done

# --- What they say, and what they rest on.
modules=$(printf '%s ' $sources | sed 's/\.v / /g')
{
    echo "$probe"
    echo "From eigenclaim Require Import $modules."
    echo "Import Order.TTheory GRing.Theory Num.Theory. Local Open Scope ring_scope."
    echo "Set Printing Width 110. Set Printing Depth 1000."
} >header
definitions() {
    for source in $sources; do
        awk -v file="${source%.v}" '/^(Definition|Fixpoint|Inductive) / { print $2, file }' "$source" |
            sed 's/[^A-Za-z0-9_'"'"' ].* / /'
    done
}
{
    cat header
    echo 'Goal True. idtac "# Definitions". Abort.'
    definitions | while read -r name file; do
        echo "Goal True. idtac \"\". idtac \"## $name $file\". Abort."
        echo "Print eigenclaim.$file.$name."
    done
    echo 'Goal True. idtac "". idtac "# Theorems". Abort.'
    while read -r _ name file; do
        echo "Goal True. idtac \"\". idtac \"## $name $file\". Abort."
        echo "Check @eigenclaim.$file.$name."
    done <exported
} >Statements.v
coqc $options Statements.v >printed || { cat printed >&2; refuse "the statements cannot be printed"; }
{
    echo "The statements of the exported theorems, and every definition of this folder, as Coq $version prints them."
    echo "Written by \`sh proofs/check.sh --update\`, compared by \`sh proofs/check.sh\`."
    echo
    sed 's/[[:space:]]*$//' printed
} >found.txt
if [ "$mode" = update ]; then
    cp found.txt statements.txt
    cp found.txt "$here/statements.txt.new"
    mv "$here/statements.txt.new" "$here/statements.txt"
elif ! diff -u statements.txt found.txt; then
    refuse "a statement or definition is not the one in statements.txt (now under Coq $version). If the change is
meant: sh proofs/check.sh --update, and read the difference"
fi

{
    cat header
    while read -r _ name file; do
        echo "Goal True. idtac \"## $name\". Abort."
        echo "Print Assumptions eigenclaim.$file.$name."
    done <exported
} >Assumptions.v
coqc $options Assumptions.v >assumptions || refuse "Print Assumptions failed"
while read -r id name file; do
    rests=$(awk -v name="$name" '$1 == "##" { on = ($2 == name); next } on' assumptions)
    [ "$rests" = "Closed under the global context" ] || refuse "$name rests on more than Coq:
$rests"
done <exported

# --- The compiled files again, by the small checker.
checked=$(printf 'eigenclaim.%s ' $modules)
if [ "$mode" = full ]; then
    coqchk -silent -o -Q . eigenclaim $checked >chk.log 2>&1 || { cat chk.log; refuse "coqchk"; }
else
    coqchk -silent -o -Q . eigenclaim $(printf -- '-norec eigenclaim.%s ' $modules) >chk.log 2>&1 ||
        { cat chk.log; refuse "coqchk"; }
fi
# coqchk calls a constant an axiom where a module hides its definition behind a signature, as MathComp does for
# `finfun` and the like; `Print Assumptions` above looks through that. None may be ours or of the rest of Coq.
awk '
    /^\* / { axioms = ($2 == "Axioms:"); next }
    axioms && NF && $1 !~ /^mathcomp\./ && $1 !~ /^Coq\.ssr\.ssrunder\./ { print "axiom " $1; bad = 1 }
    END { exit bad }
' chk.log || refuse "coqchk finds axioms"
for guard in 'relying on type-in-type' 'relying on unsafe (co)fixpoints' 'whose positivity is assumed'; do
    grep -qF "$guard: <none>" chk.log || { cat chk.log; refuse "coqchk: something $guard"; }
done

# --- Everything stands: say so, and for which sources.
while read -r id name file; do
    printf 'proved  %-40s %s (%s.v)\n' "$id" "$name" "$file"
done <exported
count=$(awk 'END { print NR }' exported)
claims=$(awk '$1 != "-" && !seen[$1]++ { n++ } END { print n }' exported)
echo "$count theorems, of which those of $claims claims, are proved under Coq $version; none rests on an axiom."
[ "$mode" != update ] || exit 0

hash=$(sha256sum $(ls $sources _CoqProject check.sh exported.txt statements.txt | sort) | sha256sum | cut -d ' ' -f 1)
cd "$here"
mkdir -p "$(dirname "$record")"
{
    printf '{"schema":"eigenclaim-formal/1","sources":"%s","coq":"%s","theorems":[' "$hash" "$version"
    awk '{ printf "%s{\"id\":\"%s\",\"name\":\"%s\",\"file\":\"%s\"}", sep, $1, $2, $3; sep = "," }' "$work/exported"
    echo ']}'
} >"$record.new"
mv "$record.new" "$record"
