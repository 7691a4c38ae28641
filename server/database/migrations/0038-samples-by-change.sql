-- When something happened to a sample last, kept with it: the newest of an institution are read by an index, and not by
-- looking at all that it ever sent. A row that is loaded without triggers has the time of that.
alter table sample add column changed_at timestamptz not null default now();

-- What it reads of a sample and no more: when one changed is none of its affairs.
create or replace trigger count_holds
  after insert or update of accessioned_at, rejected_at, collected_again_at, recollection_of
  on sample for each row execute function count_holds();

update sample s set changed_at = greatest(s.created_at, s.accessioned_at, s.rejected_at, s.collected_again_at,
  o.reported_at, (select created_at from shipment where id = s.shipment_id))
from orders o where o.id = s.order_id;

-- It sees what row-level security hides from whoever changes the sample.
create function note_sample_change() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  new.changed_at := greatest(new.created_at, new.accessioned_at, new.rejected_at, new.collected_again_at,
    (select reported_at from orders where id = new.order_id),
    (select created_at from shipment where id = new.shipment_id));
  return new;
end $$;
revoke execute on function note_sample_change() from public;
create trigger note_sample_change before insert or update on sample
  for each row execute function note_sample_change();

-- A report is the last thing that happens to the samples of its order.
create function note_report_of_samples() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update sample set changed_at = default where order_id = new.id;
  return null;
end $$;
revoke execute on function note_report_of_samples() from public;
create trigger note_report_of_samples after update of reported_at on orders
  for each row when (old.reported_at is distinct from new.reported_at) execute function note_report_of_samples();

create index sample_by_change on sample (institution_code, changed_at, id);
