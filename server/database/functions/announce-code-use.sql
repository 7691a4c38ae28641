-- Tells open pages of a family how far a relative's test at another clinic is, only when what the family's clinic may see of it
-- is another than before: an update without one would tell that something happened.
create or replace function announce_code_use() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if code_use_seen(old) is distinct from code_use_seen(new) then
    perform tell_of_cascade(family_id) from cascade_code where id = new.code_id;
  end if;
  return null;
end $$;
revoke execute on function announce_code_use() from public;
