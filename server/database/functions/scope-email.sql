-- The verified email of the person the transaction acts for.
create or replace function scope_email() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('karyo.email', true), '') $$;
revoke execute on function scope_email() from public;
grant execute on function scope_email() to karyo_portal, karyo_worker;
