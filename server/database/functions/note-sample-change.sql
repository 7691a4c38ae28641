-- The last moment at which anything happened to a sample. Its definer also sees what row-level security hides from the writer.
create or replace function note_sample_change() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.changed_at := greatest(new.created_at, new.accessioned_at, new.rejected_at, new.collected_again_at,
    (select reported_at from orders where id = new.order_id),
    (select created_at from shipment where id = new.shipment_id));
  return new;
end $$;
revoke execute on function note_sample_change() from public;
