-- The version of the draft that a launch has filled from the chart, or that a test was added to since: no person has changed
-- it, but it is more than the hospital's messages say.
alter table ehr_order add column filled_version integer;
