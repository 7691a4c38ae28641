-- Requests for advice that were told nothing, by age: they are forgotten every minute, while all others stay.
create index ehr_advice_call_unanswered on ehr_advice_call (at) where outcome <> 'answered';
