//! A file that has its name for good. To sync a file keeps what is in it; its name is kept by the folder.

use std::fs::{self, File};
use std::io::{ErrorKind, Result};
use std::path::Path;

/// Gives a finished file its name, in the same folder. After a power cut it has that name, and all that was synced to it,
/// if this says so. If it can't be done it has no name at all.
pub(crate) fn name_for_good(draft: &Path, path: &Path) -> Result<bool> {
    fs::rename(draft, path)?;
    sync_folder_of(path).inspect_err(|_| drop(fs::remove_file(path)))
}

/// Keeps the names in a file's folder. Where a folder may only be written to, or its system doesn't know how to sync one,
/// there is nothing that could be done, but to say so: then it is false.
pub(crate) fn sync_folder_of(path: &Path) -> Result<bool> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let synced = match File::open(folder) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => return Ok(false),
        folder => folder?.sync_all(),
    };
    match synced {
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(false),
        synced => synced.map(|()| true),
    }
}
