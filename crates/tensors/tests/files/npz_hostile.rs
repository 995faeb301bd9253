//! Archives that must be refused, each for its own reason.

use crate::bytes::{Member, header, npy, zip, zip_claiming};
use crate::{data, read_refusal, refusal};
use tensors::TensorFile;

fn array() -> Vec<u8> {
    npy(&header("<f8", "(4,)"), &[1; 32])
}

fn good() -> Member {
    Member::deflated("q.npy", &array())
}

#[test]
fn the_archives_of_these_tests_are_read_when_nothing_is_wrong() {
    let file = TensorFile::from_bytes(zip(&[good(), Member::stored("k.npy", &array())])).unwrap();
    assert_eq!(file.names(), ["k", "q"]);
    assert_eq!(file.read("k").unwrap(), file.read("q").unwrap());
    assert!(TensorFile::from_bytes(zip(&[])).unwrap().names().is_empty());
}

#[test]
fn every_truncation_is_refused() {
    for name in ["plain.npz", "compressed.npz"] {
        let bytes = std::fs::read(data(name)).unwrap();
        for length in 0..bytes.len() {
            refusal(bytes[..length].to_vec());
        }
    }
}

#[test]
fn bytes_after_the_archive_are_refused() {
    let mut bytes = zip(&[good()]);
    let length = bytes.len();
    bytes.push(0);
    assert_eq!(
        refusal(bytes),
        format!("zip directory: ends at byte {length}, the file at byte {}", length + 1)
    );
}

#[test]
fn a_directory_of_another_length_is_refused() {
    let message = "zip directory: has 1 entries, its end record claims";
    assert_eq!(refusal(zip_claiming(&[good()], 2)), format!("{message} 2"));
    assert_eq!(refusal(zip_claiming(&[good()], 0)), format!("{message} 0"));
}

#[test]
fn members_of_one_name_are_refused() {
    let twice = zip(&[good(), Member::stored("k.npy", &array()), Member::stored("q.npy", &array())]);
    assert_eq!(refusal(twice), "`q` occurs twice");
}

#[test]
fn members_that_are_no_arrays_are_refused() {
    let torch = zip(&[Member::stored("model/data.pkl", b"\x80\x02}q\x00.")]);
    assert_eq!(refusal(torch), "member `model/data.pkl` is no .npy array: not an npz archive");
    let folder = zip(&[Member::stored("q.npy/", b"")]);
    assert_eq!(refusal(folder), "member `q.npy/` is no .npy array: not an npz archive");
}

#[test]
fn a_name_that_is_no_text_is_refused() {
    let mut member = Member::stored("q.npy", &array());
    member.name[0] = 0xff;
    let directory = 30 + 5 + array().len();
    let expected = format!("zip directory: the name of the entry at byte {directory} is not UTF-8");
    assert_eq!(refusal(zip(&[member])), expected);
}

#[test]
fn encrypted_members_are_refused() {
    for flags in [1, 1 << 6, 1 << 13] {
        assert_eq!(refusal(zip(&[Member { flags, ..good() }])), "member `q.npy` is encrypted");
    }
}

#[test]
fn other_compression_methods_are_refused_by_number() {
    let member = Member { method: 93, local_method: 93, ..good() };
    let expected = "member `q.npy` has the compression method 93; only 0 (stored) and 8 (deflate) are read";
    assert_eq!(refusal(zip(&[member])), expected);
}

#[test]
fn a_local_header_that_contradicts_the_directory_is_refused() {
    let named = Member { local_name: b"k.npy".to_vec(), ..good() };
    assert_eq!(refusal(zip(&[named])), "member `q.npy`: local header at byte 0: names the member `k.npy`");
    let method = Member { local_method: 0, ..good() };
    assert_eq!(
        refusal(zip(&[method])),
        "member `q.npy`: local header at byte 0: has the compression method 0"
    );
    let message = refusal(zip(&[Member { offset: Some(3), ..good() }]));
    assert!(message.starts_with("member `q.npy`: local header at byte 3: invalid signature"), "{message}");
    let directory = 35 + good().stored.len();
    let message = refusal(zip(&[Member { offset: Some(directory as u32), ..good() }]));
    let expected = format!("the zip directory begins before it, at byte {directory}");
    assert_eq!(message, format!("member `q.npy`: local header at byte {directory}: {expected}"));
}

#[test]
fn a_member_beyond_the_directory_is_refused() {
    let member = Member { claimed_stored: 1_000_000, ..good() };
    let limit = 35 + member.stored.len();
    let expected = format!("its bytes 35 to 1000035 exceed byte {limit}, where the zip directory begins");
    assert_eq!(refusal(zip(&[member])), format!("member `q.npy`: {expected}"));
}

#[test]
fn overlapping_members_are_refused() {
    let first = Member::stored("q.npy", &array());
    let second = Member::stored("k.npy", &array());
    let at = 35 + array().len();
    // The first member claims as its own a part of the second one's header, or of its data as well.
    for more in [3, 40] {
        let long = Member { claimed_stored: first.claimed_stored + more, ..first.clone() };
        let message = refusal(zip(&[long, second.clone()]));
        assert_eq!(message, format!("members `q.npy` and `k.npy` overlap at byte {at}"));
    }
    // A whole archive within the data of another member.
    let inner = Member::stored("k.npy", &array());
    let nested = zip(std::slice::from_ref(&inner));
    let outer = Member::stored("q.npy", &nested);
    let hidden = Member { stored: vec![], local_name: vec![], offset: Some(35), ..inner };
    assert_eq!(refusal(zip(&[outer, hidden])), "members `q.npy` and `k.npy` overlap at byte 35");
}

#[test]
fn a_member_that_claims_more_than_deflate_can_give_is_refused() {
    let text = header("|u1", "(4000000000,)");
    let bomb = Member {
        claimed: 4_000_000_000 + 10 + text.len() as u32,
        ..Member::deflated("q.npy", &npy(&text, &[]))
    };
    let expected =
        format!("claims {} bytes, which {} stored bytes cannot give", bomb.claimed, bomb.stored.len());
    assert_eq!(refusal(zip(&[bomb])), format!("member `q.npy` {expected}"));
    let stored = Member { claimed: array().len() as u32 + 1, ..Member::stored("q.npy", &array()) };
    let expected =
        format!("claims {} bytes, which {} stored bytes cannot give", stored.claimed, stored.stored.len());
    assert_eq!(refusal(zip(&[stored])), format!("member `q.npy` {expected}"));
}

#[test]
fn zeros_at_the_limit_of_deflate_are_read() {
    let zeros = npy(&header("<f8", "(1000000,)"), &vec![0; 8_000_000]);
    let member = Member::deflated("q.npy", &zeros);
    assert!(zeros.len() / member.stored.len() > 900, "{} {}", zeros.len(), member.stored.len());
    let file = TensorFile::from_bytes(zip(&[member])).unwrap();
    assert!(file.read("q").unwrap().to_f64().unwrap().iter().all(|&element| element == 0.0));
}

#[test]
fn a_member_with_more_data_than_it_claims_is_refused() {
    let (long, claimed) = (npy(&header("<f8", "(4,)"), &[1; 1_000_000]), array().len());
    let checksum = rawzip::crc32(&array());
    let expected = format!("member `q.npy` goes on after its {claimed} bytes");
    for member in [Member::deflated("q.npy", &long), Member::stored("q.npy", &long)] {
        let member = Member { claimed: claimed as u32, checksum, ..member };
        assert_eq!(read_refusal(zip(std::slice::from_ref(&member)), "q"), expected);
        let within_the_header = Member { claimed: 20, ..member };
        let expected = "member `q.npy` ends after 20 of its 20 bytes";
        assert_eq!(read_refusal(zip(&[within_the_header]), "q"), expected);
    }
}

#[test]
fn a_member_with_less_data_than_it_claims_is_refused() {
    let short = npy(&header("<f8", "(4,)"), &[1; 24]);
    let member = Member { claimed: array().len() as u32, ..Member::deflated("q.npy", &short) };
    let expected = format!("member `q.npy` ends after {} of its {} bytes", short.len(), array().len());
    assert_eq!(read_refusal(zip(std::slice::from_ref(&member)), "q"), expected);
    let file = TensorFile::from_bytes(zip(&[member])).unwrap();
    assert!(file.rows("q", 0..2).is_ok());
    assert!(file.rows("q", 3..4).is_err());
}

#[test]
fn damaged_data_are_refused() {
    let mut damaged = good();
    damaged.stored[1] ^= 0xff;
    let message = read_refusal(zip(&[damaged]), "q");
    assert!(message.starts_with("member `q.npy`"), "{message}");
    let mut reserved = good();
    reserved.stored[0] = 0b111;
    let expected = "member `q.npy`: corrupt deflate stream, about byte 0 of the member";
    assert_eq!(read_refusal(zip(&[reserved]), "q"), expected);
}

#[test]
fn a_wrong_checksum_is_refused() {
    for member in [good(), Member::stored("q.npy", &array())] {
        let (claimed, found) = (member.checksum ^ 1, member.checksum);
        let message = read_refusal(zip(&[Member { checksum: claimed, ..member }]), "q");
        let expected =
            format!("member `q.npy` has the checksum {found:08x}, the zip directory says {claimed:08x}");
        assert_eq!(message, expected);
    }
}
