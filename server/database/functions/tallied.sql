-- What an order is counted under. `strict` keeps PostgreSQL from inlining it, for which it finds no plan; and no settings of its own,
-- which would cost a third of keeping the lists.
create or replace function tallied(o orders) returns table (about text, value text)
  language sql stable strict as $$
  select 'all', case when o.state = 'draft' and o.vob_status = 'ordered' then 'ordered' else '' end
  union all
  select 'day', to_char(coalesce(o.submitted_at, o.created_at) at time zone 'America/Chicago', 'YYYY-MM-DD')
  union all
  select distinct 'test', code from unnest(o.test_codes) code
  union all
  select 'provider', o.provider_name where o.provider_name <> ''
  union all
  select 'unread', '' where o.state = 'reported' and o.report_opened_at is null
$$;
revoke execute on function tallied(orders) from public;
