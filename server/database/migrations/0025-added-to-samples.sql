-- Which sample an order of further tests is on, as a column: in the document no index answers it under the policies, and
-- who asked for it had every order of the institution read for every sample.

alter table orders add column add_on_sample_id bigint;
update orders set add_on_sample_id = (document #>> '{addOn,sampleId}')::bigint
  where jsonb_typeof(document -> 'addOn') = 'object';
create index orders_added_to on orders (institution_code, add_on_sample_id) where add_on_sample_id is not null;
create index sample_of_institution on sample (institution_code, id);

-- By the database, so that a portal of the version before, which is still at work beside us, fills it in too.
create function keep_added_to() returns trigger language plpgsql as $$
begin
  new.add_on_sample_id := (new.document #>> '{addOn,sampleId}')::bigint;
  return new;
end $$;
create trigger keep_added_to before insert or update of document on orders for each row
  when (jsonb_typeof(new.document -> 'addOn') = 'object' or new.add_on_sample_id is not null)
  execute function keep_added_to();
