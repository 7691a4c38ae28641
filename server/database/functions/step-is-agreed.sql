-- Whether a person agreed that their family's clinic sees a step of theirs: to their own clinic, if it came by a code (whose
-- answer is cascade_code_use.tells); otherwise to the family's clinic (the newest family_consent).
create or replace function step_is_agreed(of_family bigint, who text, by_code bigint, needed text) returns boolean
  language sql stable security definer set search_path = public as $$
  select coalesce(array_position(array['redeemed', 'tested', 'result'],
      case when by_code is null
        then (select shows from family_consent where family_id = of_family and member = who order by id desc limit 1)
        else (select tells from cascade_code_use where code_id = by_code)
      end)
    >= array_position(array['redeemed', 'tested', 'result'], needed), false)
$$;
revoke execute on function step_is_agreed(bigint, text, bigint, text) from public;
grant execute on function step_is_agreed(bigint, text, bigint, text) to karyo_portal;
grant execute on function step_is_agreed(bigint, text, bigint, text) to karyo_worker;
