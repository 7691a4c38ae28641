-- The subject of the person the transaction acts for.
create or replace function scope_subject() returns text
  language sql stable parallel safe
  as $$ select nullif(current_setting('karyo.subject', true), '') $$;
revoke execute on function scope_subject() from public;
grant execute on function scope_subject() to karyo_portal, karyo_worker;
