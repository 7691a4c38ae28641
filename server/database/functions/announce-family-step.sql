-- Tells open pages of a family's step, if the person agreed that its clinic sees it: that there is one is news of a person.
create or replace function announce_family_step() returns trigger language plpgsql security definer set search_path = public as $$
begin
  if new.needs = '' or step_is_agreed(new.family_id, new.member, new.code_id, new.needs) then
    perform tell_of_cascade(new.family_id);
  end if;
  return null;
end $$;
revoke execute on function announce_family_step() from public;
