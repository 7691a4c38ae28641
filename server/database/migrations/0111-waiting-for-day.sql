-- alone: it reads all checks
-- Of a person, one check waits for each day. Until it was divided, 0100 made it, while nobody could read the table.
create unique index if not exists eligibility_check_waiting_for_day
  on eligibility_check (institution_code, subject_key, service_day) nulls not distinct where state = 'queued';
