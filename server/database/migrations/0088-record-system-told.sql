-- An order's open page is told what becomes of its reports in a hospital's record system, and what that wants otherwise.
-- function: announce-record-system
create trigger announce_result after update on ehr_message_out for each row
  when ((old.outcome, old.held_until) is distinct from (new.outcome, new.held_until))
  execute function announce_record_system();
create trigger announce_change after update on ehr_order for each row
  when (new.order_id is not null and (old.differs or new.differs)
    and (old.differs, old.is_cancelled, old.content) is distinct from (new.differs, new.is_cancelled, new.content))
  execute function announce_record_system();
