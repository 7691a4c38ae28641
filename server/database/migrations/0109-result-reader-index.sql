-- alone: it reads all results
-- Until it was divided, 0079 made it, while nobody could read the table.
create index if not exists reported_result_reader on reported_result (reader) where outcome <> 'document';
