-- alone: it reads all estimates
-- Estimates of discarded drafts, which are erased after the payers' answers' time: without this index each round read all estimates.
create index if not exists cost_estimate_alone on cost_estimate (id) where order_id is null and check_id is null;
