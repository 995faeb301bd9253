//! What is wrong with an npz archive.

use crate::Dtype;

/// What is wrong with an npz archive. Members are named as in the archive, with `.npy`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NpzFault {
    /// The directory of the archive is not to be found or not as the zip format demands.
    #[error("zip directory: {message}")]
    Directory {
        /// What is wrong.
        message: String,
    },
    /// The directory has another number of entries than its end record claims.
    #[error("zip directory: has {found} entries, its end record claims {claimed}")]
    EntryCount {
        /// What the end record claims.
        claimed: u64,
        /// How many there are.
        found: u64,
    },
    /// A member has a name that is no text.
    #[error("zip directory: the name of the entry at byte {offset} is not UTF-8")]
    NameNotUtf8 {
        /// Where its entry begins, from the start of the file.
        offset: u64,
    },
    /// A member that is no array, so the archive is of another kind (a checkpoint of torch is one).
    #[error("member `{member}` is no .npy array: not an npz archive")]
    NotNpy {
        /// The member.
        member: String,
    },
    /// A member is encrypted.
    #[error("member `{member}` is encrypted")]
    Encrypted {
        /// The member.
        member: String,
    },
    /// A member is compressed otherwise than numpy does it.
    #[error(
        "member `{member}` has the compression method {method}; only 0 (stored) and 8 (deflate) are read"
    )]
    Method {
        /// The member.
        member: String,
        /// The number of the method.
        method: u16,
    },
    /// The header before a member's data is missing or contradicts the directory.
    #[error("member `{member}`: local header at byte {offset}: {message}")]
    LocalHeader {
        /// The member.
        member: String,
        /// Where the directory places the header.
        offset: u64,
        /// What is wrong.
        message: String,
    },
    /// A member ends after the directory of the archive has begun.
    #[error(
        "member `{member}`: its bytes {begin} to {end} exceed byte {limit}, where the zip directory begins"
    )]
    DataOutOfRange {
        /// The member.
        member: String,
        /// Its first byte.
        begin: u64,
        /// The byte after its last.
        end: u64,
        /// Where the directory begins.
        limit: u64,
    },
    /// Two members share bytes.
    #[error("members `{first}` and `{second}` overlap at byte {offset}")]
    Overlap {
        /// The member that begins first.
        first: String,
        /// The other one.
        second: String,
        /// The first byte that they share.
        offset: u64,
    },
    /// A member claims more bytes than its compressed bytes can give.
    #[error("member `{member}` claims {claimed} bytes, which {compressed} stored bytes cannot give")]
    Bomb {
        /// The member.
        member: String,
        /// The bytes that it claims.
        claimed: u64,
        /// The bytes that it takes in the file.
        compressed: u64,
    },
    /// A member does not begin as an array.
    #[error("member `{member}` does not begin with the signature of .npy")]
    Magic {
        /// The member.
        member: String,
    },
    /// An unknown version of the array format.
    #[error("member `{member}` has version {major}.{minor} of .npy; 1.0, 2.0 and 3.0 are read")]
    Version {
        /// The member.
        member: String,
        /// The first part of the version.
        major: u8,
        /// The second part.
        minor: u8,
    },
    /// The array's header is longer than numpy would read.
    #[error("member `{member}` has an array header of {length} bytes, more than the {limit} that are read")]
    HeaderTooLong {
        /// The member.
        member: String,
        /// The length of the header.
        length: u32,
        /// The longest header that is read.
        limit: u32,
    },
    /// The array's header is not as the format demands.
    #[error("member `{member}`: array header: {message} at byte {offset} of the member")]
    Header {
        /// The member.
        member: String,
        /// What is wrong.
        message: &'static str,
        /// Where, from the start of the member.
        offset: u64,
    },
    /// The member has another size than its array.
    #[error(
        "member `{member}` has {claimed} bytes; {dtype} of shape {shape:?} takes {expected} with its header"
    )]
    Size {
        /// The member.
        member: String,
        /// The type of the array.
        dtype: Dtype,
        /// Its shape.
        shape: Vec<usize>,
        /// The size of the array and its header.
        expected: u64,
        /// The size that the directory claims for the member.
        claimed: u64,
    },
    /// The member's data end before its size is reached.
    #[error("member `{member}` ends after {found} of its {claimed} bytes")]
    Short {
        /// The member.
        member: String,
        /// How many bytes there are.
        found: u64,
        /// The size that the directory claims.
        claimed: u64,
    },
    /// The member's data go on after its size is reached.
    #[error("member `{member}` goes on after its {claimed} bytes")]
    Long {
        /// The member.
        member: String,
        /// The size that the directory claims.
        claimed: u64,
    },
    /// The compressed bytes are damaged.
    #[error("member `{member}`: {message}, about byte {offset} of the member")]
    Inflate {
        /// The member.
        member: String,
        /// What is wrong.
        message: String,
        /// How many bytes were inflated before.
        offset: u64,
    },
    /// The member is not what its checksum was made from.
    #[error("member `{member}` has the checksum {found:08x}, the zip directory says {claimed:08x}")]
    Checksum {
        /// The member.
        member: String,
        /// The checksum in the directory.
        claimed: u32,
        /// That of the member.
        found: u32,
    },
    /// An array of Python objects, which are pickled.
    #[error("member `{member}` holds pickled Python objects, which are never read")]
    Pickled {
        /// The member.
        member: String,
    },
}
