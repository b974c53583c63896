//! What the process holds in memory stays there: the decks of running hands, keys and tokens among it. A file of it that the
//! system writes after a crash would have them all.

/// From now on no core file is written of this process; on Linux nobody else of its user reads its memory either.
///
/// For a program that serves a room and nothing else: it holds for the whole process.
///
/// ```
/// // Before there is anything to keep to oneself.
/// cardroom_server::keep_memory_private();
/// ```
pub fn keep_memory_private() {
    #[cfg(target_os = "linux")]
    let kept = rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::NotDumpable);
    #[cfg(not(target_os = "linux"))]
    let kept = {
        let none = rustix::process::Rlimit { current: Some(0), maximum: Some(0) };
        rustix::process::setrlimit(rustix::process::Resource::Core, none)
    };
    if let Err(error) = kept {
        tracing::warn!(%error, "a crash may leave a file of the memory, with cards and keys in it");
    }
}
