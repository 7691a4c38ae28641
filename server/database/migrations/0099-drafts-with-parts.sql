-- alone: it looks for blank drafts among all orders, unless 0094 came before
-- A draft that holds only an optional part, such as findings or the VA station, is unfinished work: it was in no list.
update orders set is_blank = false
where is_blank and exists (
  select from jsonb_each(document) part
  where part.key in ('phenotype', 'vaStation', 'priority', 'urgentContact', 'answers', 'knownVariants', 'consentRecords',
      'parentage', 'pregnancy')
    and jsonb_path_exists(part.value, '$.** ? (@.type() == "string" && @ != "" || @.type() == "number" || @.type() == "boolean")'));
