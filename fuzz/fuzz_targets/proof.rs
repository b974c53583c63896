//! The verifier of dealing proofs: it reads or refuses any text, what it reads is written the same again, and nobody
//! without the key gets anything past it that the key's owner didn't publish, but fewer of a player's own cards.

#![no_main]

use std::sync::LazyLock;

use cardroom_fair::{Known, Proof, ProofFile, verify};
use libfuzzer_sys::fuzz_target;

/// Proofs that hold, one of each kind; the fuzzer begins with them.
static GENUINE: LazyLock<Vec<ProofFile>> = LazyLock::new(|| {
    let texts = [
        include_str!("../seeds/proof/dealt.json"),
        include_str!("../seeds/proof/reshuffled.json"),
        include_str!("../seeds/proof/burned.json"),
        include_str!("../seeds/proof/void-before.json"),
        include_str!("../seeds/proof/void-after.json"),
    ];
    let files = texts.map(|text| ProofFile::read(text).expect("a proof file"));
    assert!(files.iter().all(|file| verify(&file.proof, file.record.as_bytes(), &Known::default()).ok));
    files.to_vec()
});

fuzz_target!(|text: &str| {
    let genuine = &*GENUINE;
    let Ok(file) = ProofFile::read(text) else { return };
    let written = serde_json::to_string(&file).expect("what was read can be written");
    assert_eq!(ProofFile::read(&written).as_ref(), Ok(&file));

    for real in genuine {
        let known = Known { key: Some(real.proof.commitment.key), previous: None };
        let report = verify(&file.proof, file.record.as_bytes(), &known);
        assert_eq!(report.ok, report.checks.iter().all(|check| check.ok));
        if report.ok {
            let public = Proof { own: None, ..file.proof.clone() };
            assert_eq!(public, Proof { own: None, ..real.proof.clone() }, "a proof nobody signed");
            assert_eq!(file.record, real.record, "a record nobody signed");
        }
    }
});
