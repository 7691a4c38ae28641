-- When the identity provider told the address in the record; null for one from before this migration. A token issued
-- earlier does not change it back. The previous version leaves it as it is.
alter table physician add column email_told_at timestamptz;
grant update (email_told_at) on physician to karyo_portal;
