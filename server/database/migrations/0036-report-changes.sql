-- When a report changed last for whoever reads it: a version that was withdrawn, superseded, numbered anew, or that counts
-- again. An EHR asks for what changed since it looked. Kept by a trigger, for a portal of the version before too; null in
-- rows that have not changed since.
alter table report add column changed_at timestamptz;
create function note_report_change() returns trigger language plpgsql as $$
begin
  new.changed_at := now();
  return new;
end $$;
create trigger note_report_change
  before update of version, person, status, state, change, words, parts, withdrawn_at, withdrawn_words, withdrawn_change
  on report for each row execute function note_report_change();

-- A report that was taken back while somebody of the laboratory looked at it, and counts again.
alter table report_notice drop constraint report_notice_kind_check,
  add constraint report_notice_kind_check check (kind in ('addended', 'amended', 'corrected', 'withdrawn', 'restored')) not valid;
