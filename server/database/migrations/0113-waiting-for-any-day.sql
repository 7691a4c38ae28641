-- alone: it needs 0111, and readers to have gone
-- Of a person, one check waits for each day, whatever the others: 0111.
drop index if exists eligibility_check_waiting;
