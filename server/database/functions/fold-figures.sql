-- Adds at most `most` changes to the stored figures and returns how many it added.
create or replace function fold_figures(most int) returns bigint language sql volatile security definer set search_path = public as $$
  with taken as (
    delete from figure_count_change where ctid = any (array(
      select ctid from figure_count_change limit most for update skip locked))
    returning *
  ), summed as (
    insert into figure_count as kept
      select institution_code, any_or_one, test, month, measure, cause, sum(n), sum(days)
      from taken, unnest(tests) test, unnest(case when provider = '' then array[''] else array['', provider] end) any_or_one
      group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
    on conflict (institution_code, provider, test, month, measure, cause)
      do update set n = kept.n + excluded.n, days = kept.days + excluded.days
  )
  select count(*) from taken
$$;
revoke execute on function fold_figures(integer) from public;
grant execute on function fold_figures(integer) to karyo_worker;
