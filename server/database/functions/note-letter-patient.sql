-- Notes for whom a letter of medical necessity is written: whom the order is about now. A draft may be changed to another patient,
-- and a portal of the version before writes letters too.
create or replace function note_letter_patient() returns trigger language plpgsql as $$
begin
  new.written_for := patient_of_order(new.order_id);
  return new;
end $$;
revoke execute on function note_letter_patient() from public;
