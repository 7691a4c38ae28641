-- Marks the samples of an order as changed when its report comes.
create or replace function note_report_of_samples() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update sample set changed_at = default where order_id = new.id;
  return null;
end $$;
revoke execute on function note_report_of_samples() from public;
