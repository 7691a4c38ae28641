-- A report came or changed: what was derived from it is removed. A current one without data is listed as having its document
-- only; the portal fills one with data (server/features/results).
create or replace function note_result() returns trigger language plpgsql security definer set search_path = public as $$
begin
  delete from reported_result where report_id = new.id;
  delete from result_to_file where report_id = new.id;
  if new.state <> 'current' then return null; end if;
  if new.parts @> '[{"kind": "genetics"}]' then
    insert into result_to_file (report_id) values (new.id);
  else
    insert into reported_result (report_id, order_id, institution_code, person, test_code, is_preliminary, reported_at, outcome)
      values (new.id, new.order_id, new.institution_code, new.person, new.test_code, new.status in ('preliminary', 'partial'),
        coalesce(new.made_at, new.received_at), 'document');
  end if;
  return null;
end $$;
revoke execute on function note_result() from public;
