-- A cancelled or reported order is no longer on hold, unless a test of the reported one waits: then each hold is open, also from before
-- the report of another, and what was rejected since. Of one with all reports, only what was asked since is open. One that is
-- neither any more, because its report was withdrawn, waits again for what is still open. While the laboratory decides on a
-- cancellation, no specimen is to be taken again.
create or replace function finish_holds() returns trigger language plpgsql as $$
begin
  if new.state in ('reported', 'cancelled') then
    new.on_hold_since := case when new.state = 'reported' and new.has_pending_test then
      (select min(held_at) from order_hold where order_id = new.id and released_at is null) end;
    new.missing_info := new.state = 'reported' and coalesce(
      is_asked(new.id, case when new.has_pending_test then '-infinity' else new.reported_at end) or new.has_pending_test and is_needed_again(new.id, new.reported_at), false);
  else
    select case when old.state in ('reported', 'cancelled') then since else new.on_hold_since end,
      case when new.state = 'pending-cancellation' then is_asked(new.id, '-infinity') else missing end
    into new.on_hold_since, new.missing_info from awaited_of(new.id);
  end if;
  return new;
end $$;
revoke execute on function finish_holds() from public;
