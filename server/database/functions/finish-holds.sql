-- A cancelled or reported order is no longer on hold; of a reported one, only what was asked after the report is open, and what was
-- rejected after it while another test waits for its report. One that is neither any more, because its report was withdrawn, waits
-- again for what is still open.
create or replace function finish_holds() returns trigger language plpgsql as $$
begin
  if new.state in ('reported', 'cancelled') then
    new.on_hold_since := null;
    new.missing_info := new.state = 'reported' and new.reported_at is not null
      and (is_asked(new.id, new.reported_at) or new.has_pending_test and is_needed_again(new.id, new.reported_at));
  else
    select since, missing into new.on_hold_since, new.missing_info from awaited_of(new.id);
  end if;
  return new;
end $$;
revoke execute on function finish_holds() from public;
