-- By what the laboratory finds its own report of the variant for which an order was begun from a relative's code: for the
-- message to the laboratory only. The institution that redeemed the code learns neither number.
create or replace function family_code_numbers(of_order bigint)
  returns table (laboratory_number text, family_number text)
  language sql stable security definer set search_path = public as $$
  select f.laboratory_number, f.family_number
  from cascade_code_use u join cascade_code c on c.id = u.code_id join family_finding f on f.id = c.finding_id
  where u.order_id = of_order and u.institution_code = any (scope_institutions())
$$;
revoke execute on function family_code_numbers(bigint) from public;
grant execute on function family_code_numbers(bigint) to karyo_portal;
