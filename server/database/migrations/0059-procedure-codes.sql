-- Procedure codes with the days on which they can be billed, and what a test must analyze to be billed with them:
-- numbers and gene symbols only. No rows: the laboratory has no such list, and codes are not judged.
create table procedure_code (
  code text not null,
  valid_from date not null default '-infinity',
  valid_until date not null default 'infinity',
  minimum_genes int,
  maximum_genes int,
  named_genes text[] not null default '{}',
  source text not null default '',
  primary key (code, valid_from)
);
grant select on procedure_code to karyo_portal, karyo_worker;
