-- As the version before calls it, and is answered: whether the caller was taken in. By the rules of now.
create or replace function accept_invitation(asked bigint) returns boolean
  language sql security definer set search_path = public as $$
  select accept_invitation(asked, true) is not null
$$;
revoke execute on function accept_invitation(bigint) from public;
grant execute on function accept_invitation(bigint) to karyo_portal;

-- Takes the caller in where they were invited by somebody else who may still do so. Their status there by then:
-- WaitingForApproval where all roles wait for a second person. Null: no such invitation.
create or replace function accept_invitation(asked bigint, second_person boolean) returns text
  language plpgsql security definer set search_path = public as $$
declare
  found_one invitation;
  waiting text[] := '{}';
  status_now text;
begin
  update invitation set accepted_at = now()
    where id = asked and email = scope_email() and accepted_at is null and withdrawn_at is null
      and expires_at > now() and own_id() is not null and invited_by <> own_id()
      and inviter_may(invited_by, by_support, institution_code, roles)
      and not exists (select from membership m where m.physician_id = own_id()
                        and m.institution_code = invitation.institution_code and m.status in ('Active', 'Blocked'))
    returning * into found_one;
  if not found then return null; end if;
  if second_person then
    waiting := roles_that_wait(found_one.invited_by, found_one.by_support, own_id(), found_one.institution_code,
                               found_one.roles);
  end if;
  status_now := case when found_one.roles <@ waiting then 'WaitingForApproval' else 'Active' end;
  insert into membership (physician_id, institution_code, status)
    values (own_id(), found_one.institution_code, status_now)
    on conflict (physician_id, institution_code) do update set status = excluded.status;
  delete from customer_role where physician_id = own_id() and institution_code = found_one.institution_code;
  insert into customer_role (physician_id, institution_code, role, given_by)
    select own_id(), found_one.institution_code, role, found_one.invited_by_name from unnest(found_one.roles) role
    where role <> all (waiting);
  delete from proposed_role where physician_id = own_id() and institution_code = found_one.institution_code;
  insert into proposed_role (physician_id, institution_code, role, proposed_by, proposed_by_name)
    select own_id(), found_one.institution_code, role, found_one.invited_by, found_one.invited_by_name
    from unnest(waiting) role;
  return status_now;
end $$;
revoke execute on function accept_invitation(bigint, boolean) from public;
grant execute on function accept_invitation(bigint, boolean) to karyo_portal;
