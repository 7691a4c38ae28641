-- A hold because the specimen and the order may be of different people (domain/orders/hold-kinds.ts).
alter table order_hold drop constraint order_hold_kind_check,
  add constraint order_hold_kind_check
    check (kind in ('missing-information', 'missing-sample', 'authorization', 'consent', 'identity', 'other')) not valid; -- what is there met the narrower rule
