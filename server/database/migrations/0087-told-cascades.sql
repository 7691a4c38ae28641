-- Since when a relative agrees no longer that anything of their test goes back to the family's clinic, which knew of it until
-- then; null: it never knew, or goes on to learn.
alter table cascade_code_use add column ended_on date;
grant update (ended_on) on cascade_code_use to karyo_portal;

-- function: tell-of-cascade
-- function: announce-cascade
-- function: announce-family-step
-- function: code-use-seen
-- function: announce-code-use
create trigger announce_cascade after insert or update on family_finding for each row execute function announce_cascade();
create trigger announce_cascade after insert on family_consent for each row execute function announce_cascade();
create trigger announce_family_step after insert on family_step for each row execute function announce_family_step();
create trigger announce_code_use after update on cascade_code_use for each row execute function announce_code_use();
