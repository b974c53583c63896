//! The TypeScript of everything, in one file.

use ts_rs::{Config, TS};

/// The TypeScript types of all messages; `web/src/protocol/messages.ts` is this text.
///
/// ```
/// assert!(cardroom_protocol::typescript().contains("export type Play = "));
/// ```
pub fn typescript() -> String {
    let config = Config::new().with_large_int("number");
    let mut text = String::from("// Made from crates/protocol by `make types`; the tests check that it is current.\n");
    macro_rules! declare {
        ($($name:ident),* $(,)?) => { $(
            text.push_str("\n");
            if let Some(docs) = <crate::$name as TS>::docs() {
                text.push_str(&docs);
            }
            text.push_str("export ");
            text.push_str(&<crate::$name as TS>::decl(&config));
            text.push('\n');
        )* };
    }
    declare!(
        Amount,
        Card,
        Hex,
        ClientMessage,
        Command,
        Play,
        SitOutWhen,
        PostWhen,
        ServerMessage,
        Answer,
        Problem,
        Code,
        TableSnapshot,
        SeatView,
        Player,
        SeatState,
        HandView,
        Pot,
        You,
        ChatLine,
        TableEvent,
        Seating,
        Turn,
        Choices,
        RaiseRange,
        Award,
        Half,
        GameInfo,
        SpreadInfo,
        LimitKind,
        LowRanking,
        ProfileInfo,
        SpreadRequest,
        Lobby,
        TableSummary,
        NewTable,
        TablePlan,
        TournamentSummary,
        TournamentKind,
        TournamentPhase,
        TournamentSnapshot,
        Level,
        Place,
        NewTournament,
        Breaks,
        TournamentPlan,
        Account,
        Limits,
        Claim,
        Login,
        Confirmation,
        Credentials,
        RecoveryCodes,
        Session,
        NewToken,
        Token,
    );
    text
}
