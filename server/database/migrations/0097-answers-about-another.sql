-- alone: it reads all checks
-- A payer's answer with another first name or date of birth than the patient's was priced, with a remark: it may be a twin's. It
-- stays, as evidence, but counts no longer: the payer is asked again.
update eligibility_check set counts_until = current_date - 1
where state = 'answered' and counts_until >= current_date
  and problems && array['The answer has a different first name', 'The answer has a different date of birth'];
