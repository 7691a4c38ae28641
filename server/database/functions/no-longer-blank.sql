-- Whatever the version before writes counts as typed: it does not know blank drafts.
create or replace function no_longer_blank() returns trigger language plpgsql as $$
begin
  new.is_blank := false;
  return new;
end $$;
revoke execute on function no_longer_blank() from public;
