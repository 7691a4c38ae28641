-- Every institution in the form of a membership: where the laboratory’s Support role may act.
create or replace function all_institutions() returns jsonb
  language sql stable security definer set search_path = public as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', id, 'code', code, 'name', name, 'parentCode', parent_code,
                                               'createdByUser', false) order by code), '[]')
  from institution
$$;
revoke execute on function all_institutions() from public;
grant execute on function all_institutions() to karyo_portal, karyo_worker;
