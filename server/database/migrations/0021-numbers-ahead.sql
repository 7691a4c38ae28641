-- The number of a new order, and of a message to the laboratory, may be drawn before they are written. Karyo no longer does so
-- (decision 64). A number that is not used is missing, as after a transaction that failed.
grant usage on sequence orders_id_seq, message_out_id_seq to karyo_portal;
