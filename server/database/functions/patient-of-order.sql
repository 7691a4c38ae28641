-- Whom an order is about now: the name, date of birth and record number of its patient, each '' if not given.
create or replace function patient_of_order(id_of_order bigint) returns jsonb language sql stable as $$
  select jsonb_build_object(
    'firstName', coalesce(patient ->> 'firstName', ''),
    'lastName', coalesce(patient ->> 'lastName', ''),
    'dateOfBirth', coalesce(patient ->> 'dateOfBirth', ''),
    'recordNumber', coalesce(patient ->> 'recordNumber', ''))
  from (select document -> 'patients' -> 0 as patient from orders where id = id_of_order) about
$$;
revoke execute on function patient_of_order(bigint) from public;
grant execute on function patient_of_order(bigint) to karyo_portal, karyo_worker;
