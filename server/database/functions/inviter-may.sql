-- Whether whoever sent an invitation may still give its roles there. As GIVES in domain/users/roles.ts; a test compares them.
create or replace function inviter_may(inviter bigint, by_support boolean, asked_institution text, roles text[]) returns boolean
  language sql stable security definer set search_path = public as $$
  select case
    when by_support then is_support_now(inviter)
    when 'SuperUser' = any (held) then true
    when 'UserAdmin' = any (held) then not 'SuperUser' = any (roles)
    else false
  end
  from (select roles_now(inviter, asked_institution) as held) now_held
$$;
revoke execute on function inviter_may(bigint, boolean, text, text[]) from public;
grant execute on function inviter_may(bigint, boolean, text, text[]) to karyo_portal;
