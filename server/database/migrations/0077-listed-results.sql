-- function: listed-state
-- function: order-results-now
-- function: keep-order-results
-- function: tally-order-result
-- function: refill-order-results

-- What the list of orders says of an order's result: usually one row, several where fetuses have different ones. The list narrowed by
-- result reads its pages here, newest first, and its total from the kept counts.
create table order_result (
  order_id bigint not null references orders (id) on delete cascade,
  -- An outcome of reported_result, or 'withdrawn'.
  result text not null,
  institution_code text not null references institution (code),
  -- As in order_search.
  state text not null,
  ordered_at timestamptz not null,
  primary key (order_id, result)
);
create index order_result_listed on order_result (institution_code, result, ordered_at desc, order_id desc);

alter table order_result enable row level security;
create policy scoped on order_result to karyo_portal using (institution_code = any (scope_institutions()));
create policy unscoped on order_result to karyo_worker using (true);
grant select on order_result to karyo_portal, karyo_worker;

create trigger tally after insert or delete on order_result for each row execute function tally_order_result();
create trigger keep_order_results after update on orders for each row
  when (new.submitted_at is not null
    and (old.institution_code, old.state, old.state_before_cancel, old.submitted_at)
      is distinct from (new.institution_code, new.state, new.state_before_cancel, new.submitted_at))
  execute function keep_order_results();
create trigger keep_order_results after insert or update of state, person on report
  for each row execute function keep_order_results();
create trigger keep_order_results after insert or delete or update of outcome, person on reported_result
  for each row execute function keep_order_results();

select refill_order_results();
insert into order_tally select institution_code, 'result', result, state, count(*) from order_result group by 1, 2, 3, 4;
