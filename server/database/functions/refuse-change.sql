-- Makes a table append-only. Whoever owns the database can drop the trigger or lines: the seals show it.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% takes lines and gives none back', tg_table_name using errcode = '42501';
end $$;
revoke execute on function refuse_change() from public;
