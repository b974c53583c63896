//! Hand histories: whatever the bytes, records are cut apart in bounded memory, the fast reader and the general one
//! read the same, what is read is replayed or refused, and what is written is read again the same.

#![no_main]

use cardroom_history::{HandCopy, Reader, Record, Replayer, Splitter, check};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut records = Splitter::new(bytes, bytes.len().is_multiple_of(2));
    let mut replayer = Replayer::new();
    while let Some(piece) = records.next().expect("memory can be read") {
        if let Some(text) = piece.bytes.and_then(|bytes| std::str::from_utf8(bytes).ok()) {
            record(text, &mut replayer);
        }
    }
    let text = std::str::from_utf8(bytes).unwrap_or_default();
    for record in [Record::read_pokerstars(text), Record::read_ohh(text)].into_iter().flatten() {
        let _ = replayer.replay(&record);
        let written = record.to_phh();
        assert_eq!(Record::read(&written).expect("what is written can be read"), record);
    }
});

fn record(text: &str, replayer: &mut Replayer) {
    let read = Record::read(text);
    assert_eq!(read, Record::read_slowly(text));
    let Ok(record) = read else { return };
    let written = record.to_phh();
    assert_eq!(Record::read(&written).expect("what is written can be read"), record);
    let Ok(played) = replayer.replay(&record) else { return };
    let _ = check(&record, &played);
    for reader in [Reader::Dealer, Reader::Public] {
        let copy = HandCopy::of_record(&record, reader).expect("what was replayed is replayed again");
        let _ = (copy.to_ohh(), copy.to_pokerstars());
        let written = copy.to_phh();
        assert!(Record::read(&written).is_ok(), "{written}");
    }
}
