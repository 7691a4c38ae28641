-- What the submitter signed: {"version", "text", "by", "at"} (domain/orders/attestation.ts). Null in drafts, and in orders
-- of before, which nobody was asked to sign.
alter table orders add column signature jsonb;
