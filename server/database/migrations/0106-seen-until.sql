-- For an EHR that asks for changes since a moment: a report's time is when it was written, not when its transaction began, which may
-- have waited for the order; and while one writes, others see since when.
alter table report alter column received_at set default clock_timestamp();
-- function: hold-mark
create trigger hold_mark before insert or update on report for each statement execute function hold_mark();
create trigger hold_mark before insert on order_event for each statement execute function hold_mark();
