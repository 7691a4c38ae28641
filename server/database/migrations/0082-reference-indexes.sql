-- The indexes of imported reference data have all rows at once: what an import adds is not left in a list that every search reads until
-- the next vacuum. `alter index` keeps what such a list holds already; gin_clean_pending_list empties it.
alter index gene_aliases set (fastupdate = off);
alter index gene_previous set (fastupdate = off);
alter index gene_transcript_accessions set (fastupdate = off);
alter index icd10_words set (fastupdate = off);
alter index hpo_term_alternative_ids set (fastupdate = off);
select gin_clean_pending_list('gene_aliases'), gin_clean_pending_list('gene_previous'),
  gin_clean_pending_list('gene_transcript_accessions'), gin_clean_pending_list('icd10_words'),
  gin_clean_pending_list('hpo_term_alternative_ids');
