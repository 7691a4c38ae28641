-- function: figures-of
-- function: keep-figures
-- What of a pregnancy an order tests, in words (fetusesInWords in domain/orders/subject.ts): 'fetus A', 'fetuses A and
-- B', 'pregnancy loss'; '' if its patient is tested. Lists show it beside the name, which is the mother's.
alter table orders add column fetuses text not null default '';

-- Only drafts, and orders with a specimen of 'Dora Lind, fetus A', can test a pregnancy: of no other the document is read.
with tested as (
  select id, document -> 'pregnancy' ->> 'outcome' = 'Ended' as is_loss, array(
    select trim(fetus ->> 'label') from jsonb_array_elements(document -> 'pregnancy' -> 'fetuses') with ordinality of_order (fetus, place)
    order by place) as labels
  from orders
  where (state = 'draft' or exists (select from sample where order_id = orders.id and patient_name like '%, %'))
    and jsonb_array_length(document -> 'pregnancy' -> 'fetuses') > 0
), worded as (
  select id, case
    when cardinality(labels) > 1 then concat_ws(' ', case when is_loss then 'pregnancy losses' else 'fetuses' end,
      nullif(regexp_replace(array_to_string(array_remove(labels, ''), ', '), ', ([^,]*)$', ' and \1'), ''))
    when is_loss then 'pregnancy loss'
    else concat_ws(' ', 'fetus', nullif(labels[1], '')) end as words
  from tested
)
update orders set fetuses = words, search_text = concat_ws(' ', search_text, lower(words)) from worded where orders.id = worded.id;
