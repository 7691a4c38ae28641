-- One partition: reachable through its parent only, and append-only where it is of audit_event.
create or replace function make_partition(parent regclass, part text, bounds text) returns void
  language plpgsql set search_path = public as $$
begin
  execute format('create table %I (like %s, primary key (id))', part, parent);
  execute format('alter table %I enable row level security', part);
  if parent = 'audit_event'::regclass then
    execute format('create trigger append_only before update or delete or truncate on %I
      for each statement execute function refuse_change()', part);
  end if;
  execute format('alter table %s attach partition %I %s', parent, part, bounds);
end $$;
revoke execute on function make_partition(regclass, text, text) from public;
