-- Who played a hand is found by the hand as well: what is old goes hand by hand. Numbers of hands rise, so that new rows come to
-- the end of it.
CREATE INDEX hand_players_by_hand ON hand_players (hand);
