-- Genes as HGNC names them, and their transcripts in MANE: reference data, replaced by `npm run import -- genes DIR`.
create table gene (
  hgnc_id text primary key,
  symbol text not null unique,
  name text not null,
  location text not null,
  kind text not null,
  aliases text[] not null,
  previous text[] not null
);
create index gene_symbol on gene (upper(symbol) text_pattern_ops);
create index gene_aliases on gene using gin (aliases);
create index gene_previous on gene using gin (previous);

create table gene_transcript (
  hgnc_id text not null references gene on delete cascade,
  position int not null,
  ref_seq text not null,
  ensembl text not null,
  -- The RefSeq and Ensembl ids without their versions.
  accessions text[] not null,
  status text not null,
  primary key (hgnc_id, position)
);
create index gene_transcript_accessions on gene_transcript using gin (accessions);

grant select on gene, gene_transcript to karyo_portal, karyo_worker;
