//! Names that can't be mistaken for one another.
//!
//! A name is brought to one form (NFKC), kept to letters of one script, digits and a few marks, and compared by its
//! skeleton, in which letters that look alike are the same letter.

use unicode_normalization::UnicodeNormalization;
use unicode_security::{GeneralSecurityProfile, MixedScript, confusable_detection::skeleton};

/// The fewest and the most characters of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// A name that may be used, and what it is compared by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) skeleton: String,
}

/// Why a name can't be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum NameError {
    #[error("a name has from {} to {} characters, this one {length}", LENGTH.start(), LENGTH.end())]
    Length { length: usize },
    #[error("a name is made of letters, digits, single spaces and - _ . within; {0:?} is none of these")]
    Character(char),
    #[error("a name begins and ends with a letter or a digit, and has no two marks in a row")]
    Marks,
    #[error("a name keeps to the letters of one script")]
    Scripts,
    #[error("this name is reserved for the house")]
    Reserved,
}

impl Name {
    /// Reads a name as somebody wants it.
    pub(crate) fn read(wanted: &str) -> Result<Self, NameError> {
        let name = Self::form(wanted)?;
        let reserved = ["dealer", "cardroom", "house", "operator", "admin", "moderator", "guest", "bot", "system"];
        let words = name.text.to_lowercase();
        // With a number behind it, or marks within, it still passes for the house's.
        let plain = |word: &str| look(word.trim_end_matches(char::is_numeric));
        let mut words =
            words.split(is_mark).map(|word| (look(word), plain(word))).chain([(look(&words), plain(&words))]);
        if words.any(|word| reserved.map(look).iter().any(|reserved| *reserved == word.0 || *reserved == word.1)) {
            return Err(NameError::Reserved);
        }
        Ok(name)
    }

    /// The name of a guest or of the house's own bots.
    pub(crate) fn own(text: &str) -> Self {
        Self { text: text.to_owned(), skeleton: look(text) }
    }

    fn form(wanted: &str) -> Result<Self, NameError> {
        let wanted = wanted.trim();
        // Bounded before anything is made of it: a few characters can grow into many.
        let written = wanted.chars().count();
        if written > 4 * LENGTH.end() {
            return Err(NameError::Length { length: written });
        }
        let text: String = wanted.nfkc().collect();
        let length = text.chars().count();
        if !LENGTH.contains(&length) {
            return Err(NameError::Length { length });
        }
        let allowed = |letter: char| letter.is_alphanumeric() && letter.identifier_allowed();
        if let Some(strange) = text.chars().find(|&letter| !is_mark(letter) && !allowed(letter)) {
            return Err(NameError::Character(strange));
        }
        let letters: Vec<char> = text.chars().collect();
        let ends = [letters.first(), letters.last()].into_iter().flatten().any(|&letter| is_mark(letter));
        if ends || letters.windows(2).any(|pair| pair.iter().all(|&letter| is_mark(letter))) {
            return Err(NameError::Marks);
        }
        if !text.as_str().is_single_script() {
            return Err(NameError::Scripts);
        }
        let skeleton = look(&text);
        Ok(Self { text, skeleton })
    }
}

fn is_mark(letter: char) -> bool {
    matches!(letter, ' ' | '-' | '_' | '.')
}

/// What a name looks like: look-alike letters made one, case folded, marks left out.
fn look(text: &str) -> String {
    // Once before and once after folding: a capital I and a small l look alike only before. Then i and I must be one
    // as well, and so all three are.
    let first: String = skeleton(text).collect();
    let folded = first.to_lowercase();
    let letters = skeleton(&folded).map(|letter| if letter == 'i' { 'l' } else { letter });
    letters.filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_names_of_many_scripts_are_fine() {
        for name in ["Mara", "Jean-Luc P", "Łukasz", "Дмитрий", "小林 健", "O_2", "Householder", "Botho 7"] {
            assert_eq!(Name::read(name).unwrap().text, name);
        }
        assert_eq!(Name::read(" Ｍａｒａ ").unwrap().text, "Mara", "full-width letters come to the plain form");
    }

    #[test]
    fn names_that_deceive_are_refused() {
        let refused = |name: &str| Name::read(name).unwrap_err();
        assert_eq!(refused("x"), NameError::Length { length: 1 });
        assert_eq!(refused("a\u{202e}bc"), NameError::Character('\u{202e}'));
        assert_eq!(refused("ma\u{200b}ra"), NameError::Character('\u{200b}'));
        assert_eq!(refused("<b>mara"), NameError::Character('<'));
        assert_eq!(refused("mаra"), NameError::Scripts, "a Cyrillic letter among Latin ones");
        assert_eq!(refused("ma  ra"), NameError::Marks);
        assert_eq!(refused("The Dealer"), NameError::Reserved);
        for house in ["0perator", "Operator2", "Op-erator", "Guest 0042", "Guest0042", "Admin.1"] {
            assert_eq!(refused(house), NameError::Reserved, "{house}");
        }
        for length in [21, 80, 81, 100, 100_000] {
            assert_eq!(refused(&"a".repeat(length)), NameError::Length { length });
        }
    }

    #[test]
    fn names_that_look_alike_are_one() {
        let look = |name| Name::read(name).unwrap().skeleton;
        assert_eq!(look("Mara"), look("MARA"));
        assert_eq!(look("Ian"), look("IAN"));
        assert_eq!(look("Ian"), look("ian"));
        assert_eq!(look("Paul"), look("PauI"), "a small l and a capital I");
        assert_eq!(look("Оса"), look("Oca"), "Cyrillic and Latin");
        assert_eq!(look("rn 01"), look("m-Ol"));
        assert_ne!(look("Mara"), look("Maria"));
    }
}
