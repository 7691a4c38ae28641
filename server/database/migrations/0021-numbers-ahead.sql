-- The number of a new order, and of a message to the laboratory, is drawn before they are written: what names it goes to
-- the database together with them, in one piece (server/database/connection/numbered.ts). A number that is not used then is missing,
-- as after a transaction that failed.
grant usage on sequence orders_id_seq, message_out_id_seq to karyo_portal;
