-- For whom a document was uploaded: a draft may be changed to another patient. Of those that are there it is not known.
alter table document add column uploaded_for jsonb;
-- function: patient-of-order
-- function: note-upload-patient
create trigger note_upload_patient before insert on document for each row
  execute function note_upload_patient();
