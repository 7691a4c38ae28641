-- Tells every open form of drafts whose content was saved. Like announce_events, without waiting for the disk.
create or replace function announce_drafts(ids bigint[]) returns void language plpgsql security definer set search_path = public as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_notify('draft_event', json_build_object(
      'orderId', id, 'hospitalCode', institution_code, 'version', version)::text)
    from orders where id = any (ids);
end $$;
revoke execute on function announce_drafts(bigint[]) from public;
grant execute on function announce_drafts(bigint[]) to karyo_portal;
