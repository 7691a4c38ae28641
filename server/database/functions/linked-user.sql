-- The user whom a launch's hospital means, and that it was asked: null before the first time. Several institutions may share
-- an authorization server, whose users are linked once: so also of a link made at an institution outside the scope, for a
-- launch within it.
create or replace function linked_user(asked_launch uuid) returns bigint
  language sql volatile security definer set search_path = public as $$
  update ehr_launch_link k set last_used_at = now() from ehr_launch l
  where l.id = asked_launch and l.institution_code = any (scope_institutions())
    and k.issuer = l.issuer and k.subject = l.subject
  returning k.physician_id
$$;
revoke execute on function linked_user(uuid) from public;
grant execute on function linked_user(uuid) to karyo_portal;
