-- How often a result was sent without being refused: then the hospital may have it, though a later send was refused. Every
-- earlier try of what waits, was refused or ended may have got through: whether it did was not kept.
alter table ehr_message_out add column open_sends integer not null default 0;
update ehr_message_out set open_sends = case when answer = '' then greatest(tries, 1) else tries end
  where body <> '' and (outcome is null or outcome in ('refused', 'not-sent'));
