-- Databases that had 0010 before it said so: the partner's message numbers go with a request's content.
grant update (detail, message_key) on appointment_event to karyo_worker;
