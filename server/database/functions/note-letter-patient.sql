-- Notes for whom a letter of medical necessity is written: whom the order is about now. A draft may be changed to another patient,
-- and a portal of the version before writes letters too.
create or replace function note_letter_patient() returns trigger language plpgsql as $$
begin
  select jsonb_build_object(
    'firstName', coalesce(patient ->> 'firstName', ''),
    'lastName', coalesce(patient ->> 'lastName', ''),
    'dateOfBirth', coalesce(patient ->> 'dateOfBirth', ''))
  into new.written_for
  from (select document -> 'patients' -> 0 as patient from orders where id = new.order_id) about;
  return new;
end $$;
revoke execute on function note_letter_patient() from public;
