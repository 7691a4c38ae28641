-- A term of order_search as text of a tsquery: institution and term, quoted.
create or replace function lexeme(institution text, term text) returns text language sql immutable as $$
  select '''' || replace(replace(institution || ' ' || term, '\', '\\'), '''', '''''') || ''''
$$;
revoke execute on function lexeme(text, text) from public;
