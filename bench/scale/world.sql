-- The material of generated orders. All names are clearly invented: the demo's first names, last names from syllables.

insert into institution (code, name)
  select 'VAST', 'Vast Invented Hospital'
  union all select 'S' || to_char(n, 'FM0000'), 'Small Invented Clinic ' || n from generate_series(1, 1000) n;
insert into membership (physician_id, institution_code, status)
  select p.id, code, 'Active' from physician p, unnest(array['VAST', 'S0001']) code where p.email = 'provider@demo.test';
insert into customer_role (physician_id, institution_code, role)
  select p.id, code, 'OrderSubmitter' from physician p, unnest(array['VAST', 'S0001']) code
  where p.email = 'provider@demo.test';

create unlogged table made_surname as
  select row_number() over (order by md5(a || b || c)) - 1 as n, a || b || c as name
  from unnest(string_to_array('Ab Bel Cor Dun El Fen Gar Hol Ing Jor Kel Lund Mar Nor Oak Pen Quil Ros Sten Tor Ulm Var Wex Yor Zel Brand Crest Drev Fros Glen', ' ')) a,
    unnest(string_to_array('a e i o u ar en il or und an est iv om ul ack ind olt', ' ')) b,
    unnest(string_to_array('berg son wick ford ley quist mann dal stad vik holm mark worth low nell ric sby thorpe vale wood grave hurst kin lund mont ney parr quay rell stow trop ulph venn wyn yard zell bourne croft den field', ' ')) c;
create unlogged table made_given as
  select row_number() over (order by md5(name)) - 1 as n, name,
    lower(translate(regexp_replace(normalize(name, nfd), '[\u0300-\u036f]', '', 'g'), 'đĐ', 'dd')) as plain
  from (select distinct patient_first_name as name from orders where patient_first_name <> '' and patient_first_name !~ '["\\]') given;
create unlogged table made_provider as
  select i as n, g.name as first, s.name as last
  from generate_series(0, 399) i join made_given g on g.n = i % (select count(*) from made_given)
    join made_surname s on s.n = i * 37;

-- The demo's reported orders for one person, one per test. Not those of the VA hospital, whose station no other institution
-- may name.
create unlogged table made_like as
  select row_number() over (order by md5(test_code)) - 1 as n, o.*,
    o.document -> 'samples' -> 0 ->> 'key' as sample_key,
    o.document -> 'samples' -> 0 ->> 'specimenType' as specimen_type,
    substr(search_text, length(patient_first_name || ' ' || patient_last_name) + 2) as search_rest
  from (
    select distinct on (o.test_code) o.id, o.document, o.test_code, o.test_codes, o.test_name, o.turnaround_days,
      o.alert_group, o.search_text, o.patient_first_name, o.patient_last_name, o.patient_sex, r.file_key, r.bytes
    from orders o join report r on r.order_id = o.id
    where o.state = 'reported' and not o.is_vob and jsonb_array_length(o.document -> 'patients') = 1
      and o.document -> 'addOn' = 'null' and jsonb_array_length(o.document -> 'samples') = 1
      and coalesce(o.document ->> 'vaStation', '') = ''
    order by o.test_code, o.id
  ) o;
-- Their documents as patterns for format(), with and without consent answers. Neither compressed nor stored out of line,
-- because each order reads one.
alter table made_like add pattern text storage plain, add short_pattern text storage plain;
update made_like set pattern = replace(filled.pattern::text, '%', '%%')
  from (
    select n, document || jsonb_build_object(
      'patients', jsonb_build_array((document -> 'patients' -> 0) || '{"firstName": "<1>", "lastName": "<2>", "dateOfBirth": "<3>", "recordNumber": "<4>"}'),
      'samples', jsonb_build_array((document -> 'samples' -> 0) || '{"dateOfCollection": "<5>"}'),
      'orderingProvider', (document -> 'orderingProvider') || '{"firstName": "<6>", "lastName": "<7>"}') as pattern
    from made_like
  ) filled where filled.n = made_like.n;
update made_like set pattern = regexp_replace(pattern, '"<(\d)>"', '"%\1$s"', 'g'),
  short_pattern = regexp_replace((pattern::jsonb || '{"consents": []}')::text, '"<(\d)>"', '"%\1$s"', 'g');
alter table made_like drop document;
-- Looked up by test code for each order; the planner has no statistics on a table that is being filled.
alter table made_like add unique (test_code);

-- The results of the demo's reports, as the portal filed them.
create unlogged table made_result as
  select row_number() over (order by md5(report_id::text)) - 1 as n, r.* from reported_result r
  where r.person = 'proband' and not r.is_preliminary;
alter table made_result add unique (n);
create unlogged table made_variant as select v.* from reported_variant v join made_result using (report_id);
create unlogged table made_term as select t.* from result_term t join made_result using (report_id);
create index on made_variant (report_id);
create index on made_term (report_id);
