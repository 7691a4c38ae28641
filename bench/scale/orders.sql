-- Orders $1 to $2 of $3, oldest first: generated in this sequence, to avoid sorting whole documents. $4 is the share of
-- the vast institution; documents up to number $5 lack the consent answers, which would fill much of the disk. Triggers
-- and foreign keys are off: belongings.sql and fill.ts do their work.
with drawn as materialized (
  select g, random() as r_institution, random() as r_test, random() as r_name, random() as r_given, random() as r_state,
    random() as r_born, random() as r_provider, random() as r_held, random() as r_late,
    -- two years, a little denser towards today
    730 * (1 - power(g::float8 / $3, 0.9)) + random() * 0.5 as age
  from generate_series($1::bigint, $2::bigint) g
), placed as (
  select d.*,
    case when r_institution < $4::float8 then 'VAST'
      else 'S' || lpad((1 + floor((r_institution - $4) / (1 - $4) * 1000))::int::text, 4, '0') end as institution,
    -- a few tests are most of the orders, a few names are common
    floor((select count(*) from made_like) * power(r_test, 2.2))::bigint as test_n,
    floor((select count(*) from made_surname) * power(r_name, 1.6))::bigint as name_n,
    floor((select count(*) from made_given) * r_given)::bigint as given_n,
    case
      when age < 1 then case when r_state < 0.5 then 'draft' else 'en-route' end
      when age < 4 then case when r_state < 0.1 then 'draft' when r_state < 0.7 then 'en-route' else 'accessioned' end
      when age < 18 then case when r_state < 0.03 then 'draft' when r_state < 0.08 then 'cancelled'
        when r_state < 0.2 then 'accessioned' when r_state < 0.9 then 'in-process' else 'reported' end
      else case when r_state < 0.01 then 'draft' when r_state < 0.03 then 'cancelled'
        when r_state < 0.031 then 'pending-cancellation' when r_state < 0.033 then 'in-process' else 'reported' end
    end as state
  from drawn d
), dated as materialized (
  select p.*, now() - age * interval '1 day' as created_at,
    case when state <> 'draft' then now() - (age - 0.02) * interval '1 day' end as submitted_at
  from placed p
)
insert into orders (id, institution_code, draft_key, version, state, document, patient_first_name, patient_last_name,
  patient_date_of_birth, patient_sex, test_code, test_name, provider_name, is_vob, open_points, search_text,
  accession_number, turnaround_days, expected_on, created_at, created_by, created_by_name, updated_at, updated_by_name,
  responsible_id, responsible_name, submitted_at, submitted_by, submitted_by_name, reported_at, report_opened_at,
  people, test_codes, alert_group, on_hold_since, missing_info, signature, consents_asked,
  consents_confirmed)
overriding system value
select 1000000 + g, institution, gen_random_uuid(), 2, state,
  format(case when g <= $5::bigint then t.short_pattern else t.pattern end, n.name, s.name, born, 'MADE-' || g,
    d.created_at::date, v.first, v.last)::jsonb,
  n.name, s.name, born, t.patient_sex, t.test_code, t.test_name, v.first || ' ' || v.last, false, 0,
  n.plain || ' ' || lower(s.name) || ' ' || t.search_rest,
  case when state not in ('draft', 'en-route') and (state <> 'cancelled' or r_held < 0.5)
    then to_char(submitted_at, 'YY') || '-' || (5000000 + g) end,
  t.turnaround_days,
  case when state not in ('draft', 'en-route', 'cancelled')
    then (submitted_at + interval '2 days')::date + t.turnaround_days * 7 / 5 + case when r_late < 0.05 then -30 else 20 end end,
  d.created_at, p.id, p.first_name || ' ' || p.last_name, coalesce(submitted_at, d.created_at), p.first_name || ' ' || p.last_name,
  p.id, p.first_name || ' ' || p.last_name, submitted_at, case when state <> 'draft' then p.id end,
  case when state <> 'draft' then p.first_name || ' ' || p.last_name end,
  case when state = 'reported' then submitted_at + least(age - 0.03, t.turnaround_days * 1.3) * interval '1 day' end,
  case when state = 'reported' and age > t.turnaround_days * 1.3 + 9 then submitted_at + (t.turnaround_days * 1.3 + 1) * interval '1 day' end,
  array[lower(s.name) || ' ' || n.plain || ' ' || born], t.test_codes, t.alert_group,
  case when state in ('accessioned', 'in-process') and r_held < 0.05 then submitted_at + interval '3 days' end,
  state in ('accessioned', 'in-process') and r_held < 0.05,
  case when state <> 'draft' then jsonb_build_object('version', '1', 'text', 'I have reviewed this order.',
    'by', p.first_name || ' ' || p.last_name, 'at', to_char(submitted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end,
  case when state <> 'draft' then jsonb_build_object('questions', jsonb_build_array(
    jsonb_build_object('id', 'testing', 'title', 'Consent for genetic testing', 'text', 'I agree to the test.', 'version', '1',
      'language', 'en', 'isTesting', true))) end,
  jsonb_build_object('people', jsonb_build_array(jsonb_build_object('patient', 'proband', 'by', p.first_name || ' ' || p.last_name,
    'byId', p.id, 'at', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'of', '')))
from dated d
  join made_like t on t.n = d.test_n
  join made_surname s on s.n = d.name_n
  join made_given n on n.n = d.given_n
  cross join lateral (select (date '2024-06-01' - floor(r_born * 29000)::int)::text as born) birth
  join made_provider v on v.n = case when institution = 'VAST' then floor(400 * r_provider)::int
    else (substr(institution, 2)::int + floor(4 * r_provider)::int) % 400 end
  cross join (select * from physician where email = 'provider@demo.test') p
