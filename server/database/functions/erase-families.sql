-- Erases families with their findings, steps, agreements, codes and history, and lets go of their orders, which stay.
create or replace function erase_families(numbers bigint[]) returns void language plpgsql security definer
  set search_path = public as $$
begin
  delete from family_step where family_id = any (numbers);
  delete from cascade_code_use where code_id in (select id from cascade_code where family_id = any (numbers));
  delete from cascade_code where family_id = any (numbers);
  delete from family_consent where family_id = any (numbers);
  delete from family_finding where family_id = any (numbers);
  delete from family_change where family_id = any (numbers);
  delete from order_person where family_id = any (numbers);
  delete from family where id = any (numbers);
end $$;
revoke execute on function erase_families(bigint[]) from public;
grant execute on function erase_families(bigint[]) to karyo_worker;
