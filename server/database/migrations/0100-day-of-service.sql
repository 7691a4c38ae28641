-- The day of collection that a payer is asked about; null: it was not known, so the payer was asked about the day of asking. So it
-- was with all checks before.
alter table eligibility_check add column if not exists service_day date;
-- Its index: 0111.
