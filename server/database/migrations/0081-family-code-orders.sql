-- An order that was begun from a relative's code, and how far it is: facts of the other clinic's order, which the family's
-- clinic sees only as far as the person agreed (agreed_code_steps). Null and '': nothing yet, or no longer.
alter table cascade_code_use
  add column sample_on date,
  add column result_on date,
  add column result text not null default '' check (result in ('', 'tested', 'positive', 'negative')),
  -- Of a positive result: copies of each variant; empty if the report does not say.
  add column copies integer[] not null default '{}';
-- A draft that is discarded leaves the code free for another order.
alter table cascade_code_use drop constraint cascade_code_use_order_id_fkey;
alter table cascade_code_use
  add constraint cascade_code_use_order_id_fkey foreign key (order_id) references orders (id) on delete set null
  not valid;
alter table cascade_code_use validate constraint cascade_code_use_order_id_fkey;
grant update (sample_on, result_on, result, copies) on cascade_code_use to karyo_worker;

-- The laboratory withdrew the report of a finding, or does not list it any more: nobody is tested for it meanwhile.
alter table family_finding add column withdrawn_on date;
