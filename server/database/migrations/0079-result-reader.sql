-- Which reader made the row of its report's data (RESULT_READER in server/features/results/filing.ts): a later one reads it again.
-- 0: before readers were counted, or a portal of the previous version.
alter table reported_result add column reader integer not null default 0;
-- Its index: 0109.
