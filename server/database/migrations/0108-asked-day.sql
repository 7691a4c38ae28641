-- The day of collection that the payer was asked about, written with its answer; null: it was asked about the day of asking. So it was
-- by every portal of the previous version, whichever day the check is for.
alter table eligibility_check add column asked_day date;
