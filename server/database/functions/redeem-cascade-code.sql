-- Redeems a relative's code at an institution of the scope, once. 'limited': too many were tried by this account, or from
-- this address, within an hour. 'unknown': every other reason, so that nobody learns which codes exist. The step that tells
-- the family's clinic is visible to it only as far as the person agreed (step_is_agreed).
create or replace function redeem_cascade_code(code_hash text, at_institution text, account bigint, account_name text,
    from_address text, tells_family text, today date) returns text
  language plpgsql security definer set search_path = public as $$
declare found_code cascade_code;
begin
  if at_institution <> all (scope_institutions()) then return 'unknown'; end if;
  -- Everybody's: whoever tried once must not be remembered until they try again.
  delete from cascade_guess where id in (
    select id from cascade_guess where at < now() - interval '1 hour' for update skip locked);
  insert into cascade_guess (by_id, address) values (account, from_address);
  if (select count(*) from cascade_guess where by_id = account and at > now() - interval '1 hour') > 20
    or (select count(*) from cascade_guess where address = from_address and at > now() - interval '1 hour') > 100 then
    return 'limited';
  end if;
  select * into found_code from cascade_code
    where hash = code_hash and expires_on >= today and replaced_at is null
      -- Of somebody who was removed from the family nothing counts: neither the relative nor the person with the finding.
      -- Undoing that brings the code back.
      and exists (select from family f join family_finding g on g.id = cascade_code.finding_id
        where f.id = cascade_code.family_id and f.document -> 'people' @> jsonb_build_array(
          jsonb_build_object('key', cascade_code.member), jsonb_build_object('key', g.member)))
    for update;
  if found_code.id is null or exists (select from cascade_code_use where code_id = found_code.id) then return 'unknown'; end if;
  insert into cascade_code_use (code_id, institution_code, by_id, by_name, tells)
    values (found_code.id, at_institution, account, account_name, tells_family);
  insert into family_step (family_id, finding_id, institution_code, member, kind, on_day, code_id, needs, by_name)
    values (found_code.family_id, found_code.finding_id, found_code.institution_code, found_code.member, 'code redeemed', today,
      found_code.id, 'redeemed', 'Another clinic');
  return 'redeemed';
end $$;
revoke execute on function redeem_cascade_code(text, text, bigint, text, text, text, date) from public;
grant execute on function redeem_cascade_code(text, text, bigint, text, text, text, date) to karyo_portal;
