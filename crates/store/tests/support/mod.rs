//! What the tests and benches of the store share: temporary folders, a PostgreSQL server of their own, and rooms on
//! either database.

#![allow(dead_code, reason = "each test uses a part of it")]
#![allow(unreachable_pub, reason = "a test's modules have no outside")]

pub mod child;
pub mod postgres;
pub mod rig;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A folder that is gone with the test.
pub struct Folder(PathBuf);

impl Folder {
    /// A new folder, on the disk where the build is: what is measured and killed here must not be in memory.
    pub fn on_disk() -> Self {
        Self::within(Path::new(env!("CARGO_TARGET_TMPDIR")))
    }

    /// A new folder where every user may go.
    pub fn for_everybody() -> Self {
        Self::within(&std::env::temp_dir())
    }

    fn within(parent: &Path) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("cardroom-store-{}-{number}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        Self(folder)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A small generator: the same seed gives the same numbers.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64, after Steele, Lea and Flood.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    pub fn bytes(&mut self, count: u64) -> Vec<u8> {
        (0..count).map(|_| self.next() as u8).collect()
    }
}

/// How many times larger than in `make test` the randomised tests are.
pub fn soak() -> u64 {
    std::env::var("SOAK").ok().and_then(|text| text.parse().ok()).unwrap_or(1).max(1)
}
