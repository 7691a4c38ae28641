-- What submissions and the laboratory wrote about the orders numbered $1 to $2. From number $3 on with audit lines and
-- messages, which for all of ten million orders would fill most of the disk.
with made as materialized (
  select id, institution_code, state, created_at, submitted_at, reported_at, created_by, created_by_name, accession_number,
    patient_first_name, patient_last_name, test_code, on_hold_since, people, report_opened_at
  from orders where id between 1000000 + $1::bigint and 1000000 + $2::bigint
), events as (
  insert into order_event (order_id, institution_code, kind, at, actor, actor_id)
  select id, institution_code, kind, at, actor, case when actor = created_by_name then created_by end
  from made cross join lateral (values
    ('draft-begun', created_at, created_by_name),
    ('submitted', submitted_at, created_by_name),
    ('accessioned', case when accession_number is not null then submitted_at + interval '1 day' end, 'Laboratory'),
    ('reported', reported_at, 'Laboratory'),
    ('cancelled', case when state = 'cancelled' then submitted_at + interval '1 day' end, 'Laboratory')
  ) happened (kind, at, actor)
  where at is not null
), samples as (
  insert into sample (order_id, institution_code, sample_key, patient_name, relationship, specimen_type,
    date_of_collection, accessioned_at, created_at)
  select made.id, institution_code, sample_key, made.patient_first_name || ' ' || made.patient_last_name, 'Proband',
    specimen_type, to_char(created_at, 'YYYY-MM-DD'),
    case when accession_number is not null then submitted_at + interval '1 day' end, submitted_at
  from made join made_like t using (test_code) where made.state <> 'draft'
), reports as (
  insert into report (order_id, institution_code, version, corrected, file_key, bytes, made_at, test_code, received_at, opened_at)
  select made.id, institution_code, 1, false, file_key, bytes, reported_at, made.test_code, reported_at, made.report_opened_at
  from made join made_like using (test_code) where state = 'reported'
), holds as (
  insert into order_hold (order_id, institution_code, hold_key, kind, words, held_at)
  select id, institution_code, 'H1', 'missing-information', 'Please send the clinical notes.', on_hold_since
  from made where on_hold_since is not null
), messages as (
  insert into message_out (order_id, institution_code, control_id, body, created_at, tries, answered_at, answer_code, answer)
  select id, institution_code, 'NW' || id, 'MSH|^~\&|KARYO|' || institution_code || repeat('|', 400), submitted_at, 1,
    submitted_at + interval '1 second', 'AA', ''
  from made where state <> 'draft' and id > 1000000 + $3::bigint
)
insert into audit_event (at, actor_subject, actor_name, action, institution_code, entity, entity_id, request_id, detail, people)
select submitted_at, 'made', created_by_name, 'order.submit', institution_code, 'order', id::text, '', '{"version": 2}', people
from made where state <> 'draft' and id > 1000000 + $3::bigint
