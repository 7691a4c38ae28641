-- The day of collection that a payer is asked about; null: it was not known, so the payer was asked about the day of asking. So it
-- was with all checks before.
alter table eligibility_check add column if not exists service_day date;

-- Of a person, one check waits for each day.
create unique index if not exists eligibility_check_waiting_for_day
  on eligibility_check (institution_code, subject_key, service_day) nulls not distinct where state = 'queued';
drop index if exists eligibility_check_waiting;
