-- Requests of the current minute by user or address, over all portals (server/http/shared-limits.ts). Not logged: a minute's
-- counts need not outlive a crash, and standbys need not have them. Room in the pages keeps updates in place.
create unlogged table rate_count (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

grant select, insert, update, delete on rate_count to karyo_worker;
