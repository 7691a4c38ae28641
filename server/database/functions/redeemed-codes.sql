-- What the codes redeemed at an institution of the scope say: the finding as it stands now, and nothing of the family.
create or replace function redeemed_codes(at_institution text)
  returns table (code_id bigint, variants jsonb, inheritance text, variant_class text, laboratory text, reported_on date,
    is_own_report boolean, reported_by text, used_at timestamptz, order_id bigint, tells text)
  language sql stable security definer set search_path = public as $$
  select u.code_id, f.variants, f.inheritance, f.variant_class, f.laboratory, f.reported_on, f.order_id is not null, f.test_code,
    u.used_at, u.order_id, u.tells
  from cascade_code_use u join cascade_code c on c.id = u.code_id join family_finding f on f.id = c.finding_id
  where u.institution_code = at_institution and at_institution = any (scope_institutions())
  order by u.used_at desc, u.code_id desc
$$;
revoke execute on function redeemed_codes(text) from public;
grant execute on function redeemed_codes(text) to karyo_portal;
