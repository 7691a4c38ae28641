-- Keeps the sample that an add-on order is for as a column. In the database, so that the version before fills it in too.
create or replace function keep_added_to() returns trigger language plpgsql as $$
begin
  new.add_on_sample_id := (new.document #>> '{addOn,sampleId}')::bigint;
  return new;
end $$;
revoke execute on function keep_added_to() from public;
