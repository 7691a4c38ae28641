-- Answers of payers were read without how many visits a limit allows, whether HSD says that none is left, and whom else the
-- payer wants to be asked about laboratory tests, so that an estimate made of one could be too low. They stay as they are,
-- as evidence, but count no longer: the payer is asked again.
update eligibility_check set counts_until = current_date - 1
where state = 'answered' and counts_until >= current_date;
