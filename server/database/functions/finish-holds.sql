-- A cancelled or reported order is no longer on hold; of a reported one, only what was asked after the report is open.
create or replace function finish_holds() returns trigger language plpgsql as $$
begin
  new.on_hold_since := null;
  new.missing_info := new.state = 'reported' and new.reported_at is not null and is_asked(new.id, new.reported_at);
  return new;
end $$;
revoke execute on function finish_holds() from public;
