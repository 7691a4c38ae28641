-- Removes a user's authenticator app, passkeys and recovery codes at the embedded identity provider, and returns how many of the
-- first two there were. Who may do this is the portal’s to decide.
create or replace function forget_second_factor(subject text) returns integer language sql security definer set search_path = '' as $$
  with
    app as (delete from identity.totp where user_id = subject returning confirmed_at),
    key as (delete from identity.passkey where user_id = subject returning 1),
    code as (delete from identity.recovery_code where user_id = subject)
  select ((select count(confirmed_at) from app) + (select count(*) from key))::integer
$$;
revoke execute on function forget_second_factor(text) from public;
grant execute on function forget_second_factor(text) to karyo_portal;
