-- A clinic's figures by test read the sums of all providers: of a period a few thousand rows, which only the primary key found, one
-- page each. None of its columns is ever updated, so that adding up stays as cheap as it was.
create index figure_count_by_test on figure_count (institution_code, month) where provider = '';
