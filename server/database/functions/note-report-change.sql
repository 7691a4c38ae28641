-- Marks a report as changed, for an EHR that asks for changes since a moment.
create or replace function note_report_change() returns trigger language plpgsql as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end $$;
revoke execute on function note_report_change() from public;
