-- For whom a letter of medical necessity was written: a draft may be changed to another patient.
alter table necessity_letter add column written_for jsonb;
-- function: patient-of-order
-- function: note-letter-patient
create trigger note_letter_patient before insert or update of body on necessity_letter for each row
  execute function note_letter_patient();
