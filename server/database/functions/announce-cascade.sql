-- Tells open pages that something of a family's cascade was recorded (channel family_event).
create or replace function announce_cascade() returns trigger language plpgsql security definer set search_path = public as $$
begin
  perform tell_of_cascade(new.family_id);
  return null;
end $$;
revoke execute on function announce_cascade() from public;
