-- alone: it reads all facts of the laboratory
-- The tests that were cancelled one by one before 0105, or by a portal of the previous version since.
update orders o set cancelled_tests = found.tests
from (
  select order_id, array_agg(distinct fact ->> 'test') as tests from laboratory_fact
  where fact ->> 'kind' = 'progress' and fact ->> 'progress' = 'cancelled' and fact ->> 'test' is not null
  group by order_id
) found
where o.id = found.order_id and o.cancelled_tests = '{}';
