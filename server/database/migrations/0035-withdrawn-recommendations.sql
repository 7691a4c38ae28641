-- A recommendation goes with the report that it came with: once that is withdrawn, nobody may follow it.

alter table treatment add column withdrawn_at timestamptz;

-- Those whose test has no report that counts any more, and that were made before the last of them was withdrawn.
update treatment t set withdrawn_at = gone.at
from (
  select order_id, test_code, max(withdrawn_at) as at from report
  group by order_id, test_code having bool_and(state = 'withdrawn')
) gone
where gone.order_id = t.order_id and gone.test_code = t.test_code and t.made_at <= gone.at;
