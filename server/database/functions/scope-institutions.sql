-- The institutions that the transaction may see: every policy asks for them.
create or replace function scope_institutions() returns text[]
  language sql stable parallel safe
  as $$ select string_to_array(current_setting('karyo.institutions', true), ',') $$;
revoke execute on function scope_institutions() from public;
grant execute on function scope_institutions() to karyo_portal, karyo_worker;
