-- Notes for whom a document is uploaded: whom the order is about now. A draft may be changed to another patient, and a
-- portal of the version before takes documents too.
create or replace function note_upload_patient() returns trigger language plpgsql as $$
begin
  new.uploaded_for := patient_of_order(new.order_id);
  return new;
end $$;
revoke execute on function note_upload_patient() from public;
