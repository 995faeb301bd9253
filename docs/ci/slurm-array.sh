#!/bin/sh
# A campaign as a job array: sbatch docs/ci/slurm-array.sh, from the repository's root, after `make verify` has built it.
# A task that was preempted goes on where it was when it is requeued. When all are done:
#   target/release/eigenclaim merge campaign/shard-* --out campaign/results
#SBATCH --job-name=eigenclaim
#SBATCH --array=1-64
#SBATCH --cpus-per-task=4
#SBATCH --mem=2G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --output=eigenclaim-%a.log
set -eu
exec target/release/eigenclaim verify \
    --cases "${CASES:-100000}" \
    --jobs "$SLURM_CPUS_PER_TASK" \
    --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --out "campaign/shard-$SLURM_ARRAY_TASK_ID" \
    --resume
