-- The result of each report of the orders numbered $1 to $2: that of one of the demo's, drawn by the order's number, so that a
-- few genes are in many results. The reports themselves hold no data, which for a million would fill much of the disk: no later
-- reader (migration 0079) may read them again.
with drawn as materialized (
  select r.id, r.order_id, r.institution_code, r.test_code, r.made_at, m.report_id as like_id, m.outcome, m.overall, m.highest_class
  from report r join made_result m
    on m.n = floor((select count(*) from made_result) * power((hashint8(r.order_id)::bigint + 2147483648) / 4294967296.0, 1.6))::bigint
  where r.order_id between 1000000 + $1::bigint and 1000000 + $2::bigint
), results as (
  insert into reported_result (report_id, order_id, institution_code, person, test_code, is_preliminary, reported_at, outcome,
    overall, highest_class, reader)
  select id, order_id, institution_code, 'proband', test_code, false, made_at, outcome, overall, highest_class, 2147483647 from drawn
), variants as (
  insert into reported_variant (report_id, position, institution_code, variant_key, hgnc_id, gene, description, classes, zygosity,
    section)
  select d.id, v.position, d.institution_code, v.variant_key, v.hgnc_id, v.gene, v.description, v.classes, v.zygosity, v.section
  from drawn d join made_variant v on v.report_id = d.like_id
)
insert into result_term (institution_code, term, reported_at, report_id, position, outcome, classes)
select d.institution_code, t.term, d.made_at, d.id, t.position, t.outcome, t.classes
from drawn d join made_term t on t.report_id = d.like_id
