-- `holderRelationship` was who holds the policy, as seen from the patient; now it is what the patient is to the holder.
-- Self, Spouse and Other are the same either way. `Child` was the patient's child, but there was no Parent, and people chose
-- it for a child's own parent too: the birthdays tell. Who is older than the patient has the patient as a child; any other
-- child that holds the policy makes the patient Other. A draft without both birthdays is asked again.
create function patient_to_policyholder(payment jsonb, born text, is_draft boolean) returns jsonb
language sql immutable as $$
  select case
    when payment #>> '{insurance,holderRelationship}' is distinct from 'Child' then payment
    else jsonb_set(payment, '{insurance,holderRelationship}', to_jsonb(case
      when coalesce(born, '') = '' or coalesce(payment #>> '{insurance,holderDateOfBirth}', '') = ''
        then case when is_draft then '' else 'Other' end
      when payment #>> '{insurance,holderDateOfBirth}' < born then 'Child'
      else 'Other' end)) end
$$;

with changed as (
  select id, jsonb_set(
    jsonb_set(document, '{payment}', patient_to_policyholder(
      document -> 'payment', document #>> '{patients,0,dateOfBirth}', submitted_at is null)),
    '{patients}', (
      select coalesce(jsonb_agg(case when jsonb_typeof(person -> 'payment') = 'object'
        then jsonb_set(person, '{payment}', patient_to_policyholder(
          person -> 'payment', person ->> 'dateOfBirth', submitted_at is null))
        else person end order by place), '[]')
      from jsonb_array_elements(document -> 'patients') with ordinality as people (person, place))) as document
  from orders
  where document @> '{"payment": {"insurance": {"holderRelationship": "Child"}}}'
    or document @> '{"patients": [{"payment": {"insurance": {"holderRelationship": "Child"}}}]}')
update orders set document = changed.document from changed
where orders.id = changed.id and orders.document <> changed.document;

-- no version that may still run uses it: it was made above
drop function patient_to_policyholder;
