-- Marks an order’s reports as changed when one comes into doubt and when that is decided: an EHR asks for changes since a moment.
create or replace function note_question() returns trigger language plpgsql as $$
begin
  if new.status in ('withdrawn', 'cancelled', 'corrected', 'amended') then
    update report set changed_at = clock_timestamp() where order_id = new.order_id and state <> 'withdrawn';
  end if;
  return null;
end $$;
revoke execute on function note_question() from public;
