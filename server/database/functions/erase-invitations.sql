-- Erases invitations that were accepted, withdrawn or ran out before `earliest`; at most `most`. Returns how many.
create or replace function erase_invitations(earliest timestamptz, most integer) returns integer language sql security definer
  set search_path = public as $$
  with ended as (
    select id from invitation where coalesce(accepted_at, withdrawn_at, expires_at) < earliest order by id limit most),
  gone as (delete from invitation where id in (select id from ended) returning 1)
  select count(*)::integer from gone
$$;
revoke execute on function erase_invitations(timestamptz, integer) from public;
grant execute on function erase_invitations(timestamptz, integer) to karyo_worker;
