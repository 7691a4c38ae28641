-- Which version of a draft a manifest wrote last: a later upload may correct it again, unless somebody edited it since.
alter table orders add column if not exists manifest_version integer;
