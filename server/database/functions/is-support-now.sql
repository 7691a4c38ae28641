-- Whether somebody has the laboratory’s Support role now. Of another identity provider’s accounts nothing is known here: then
-- what was true at the invitation holds.
create or replace function is_support_now(asked_physician bigint) returns boolean
  language sql stable security definer set search_path = public as $$
  select not exists (select from identity."user")
    or exists (select from identity."user" u join physician p on p.subject = u.id
               where p.id = asked_physician and u.roles::jsonb ? 'Support')
$$;
revoke execute on function is_support_now(bigint) from public;
