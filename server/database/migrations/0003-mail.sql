-- Mail that waits to be sent, or was: written in the transaction that caused it. Bodies carry one-time links, so
-- requests (karyo_portal) may add a mail and never read one, and a body goes once the mail is sent.
create table mail_out (
  -- Of the Message-ID: the same on every try.
  id uuid primary key,
  -- Of two mails with one key only the first is sent.
  key text unique,
  recipient text not null,
  subject text not null,
  body text not null,
  created_at timestamptz not null default now(),
  tries int not null default 0,
  last_error text not null default '',
  sent_at timestamptz,
  -- refused by the mail server for good, or tried for days in vain
  given_up_at timestamptz,
  check (sent_at is null or given_up_at is null)
);
create index mail_out_waiting on mail_out (created_at) where sent_at is null and given_up_at is null;
create index mail_out_given_up on mail_out (given_up_at) where given_up_at is not null;

grant insert on mail_out to karyo_portal, karyo_worker;
grant select, update on mail_out to karyo_worker;

alter table mail_out enable row level security;
create policy written on mail_out for insert to karyo_portal with check (sent_at is null and given_up_at is null);
create policy unscoped on mail_out to karyo_worker using (true);
