//! A file that is read whole, because no such file is large. A larger one, or one without an end, is something else.

use std::fs::File;
use std::io::{Error, ErrorKind, Read, Result};
use std::path::Path;

/// The bytes of a file that has at most so many.
///
/// ```
/// use std::path::Path;
///
/// let refused = cardroom_server::read_bytes(Path::new("/dev/zero"), 100).unwrap_err();
/// assert_eq!(refused.to_string(), "it has more than 100 bytes");
/// ```
///
/// # Errors
/// What the system says, and [`ErrorKind::FileTooLarge`], with no more of it read than that.
pub fn read_bytes(path: &Path, most: u64) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))),
        false => Ok(bytes),
    }
}

/// The text of a file that has at most so many bytes.
///
/// # Errors
/// As [`read_bytes`], and [`ErrorKind::InvalidData`] if it is not UTF-8 text.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    String::from_utf8(read_bytes(path, most)?).map_err(|_| Error::new(ErrorKind::InvalidData, "it is not UTF-8 text"))
}
