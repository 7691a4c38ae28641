-- Whether a specimen that the laboratory rejected after `after` is still to be taken again. A report settles the rejections before
-- it, not those after it: another test of the order may still wait.
create or replace function is_needed_again(of_order bigint, after timestamptz) returns boolean language sql stable as $$
  select exists (select from sample s join sample rejected on rejected.id = s.recollection_of
                 where s.order_id = of_order and s.collected_again_at is null and s.accessioned_at is null
                   and s.rejected_at is null and rejected.rejected_at > after)
$$;
revoke execute on function is_needed_again(bigint, timestamptz) from public;
grant execute on function is_needed_again(bigint, timestamptz) to karyo_portal, karyo_worker;
