-- The whole of ICD-10-CM: headings beside the codes for billing, each with the days on which it is valid. A code that
-- became a heading has a row for each of the two. Codes from before stay as they are: valid for billing on any day.
alter table icd10
  add column billable boolean not null default true,
  add column valid_from date not null default '-infinity',
  add column valid_until date not null default 'infinity',
  -- The laboratory's own words, by which the code is found too; '' if it is not in the laboratory's selection.
  add column words text not null default '',
  drop constraint icd10_pkey,
  add primary key (code, valid_from);
-- Found by how a code begins, and by how the words of its description begin.
create index icd10_begins on icd10 (code text_pattern_ops);
create index icd10_words on icd10 using gin (to_tsvector('simple', description || ' ' || words));
create index icd10_selected on icd10 (code) where words <> '';
