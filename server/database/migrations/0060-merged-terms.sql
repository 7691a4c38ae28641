-- What an identifier of a merged term means now.
create index hpo_term_alternative_ids on hpo_term using gin (alternative_ids);
