-- Adds at most `most` changes to the stored counts and returns how many it added.
create or replace function fold_order_tally(most int) returns bigint language sql volatile security definer set search_path = public as $$
  with taken as (
    delete from order_tally_change where ctid = any (array(
      select ctid from order_tally_change limit most for update skip locked))
    returning *
  ), summed as (
    insert into order_tally as kept
      select institution_code, about, value, state, sum(n) from taken group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (institution_code, about, value, state) do update set n = kept.n + excluded.n
  )
  select count(*) from taken
$$;
revoke execute on function fold_order_tally(integer) from public;
grant execute on function fold_order_tally(integer) to karyo_worker;
