-- The endings of a number, three characters or longer: one of them begins with any part that is looked for.
create or replace function number_endings(number text) returns setof text language sql immutable as $$
  select substr(lower(number), at) from generate_series(1, length(number) - 2) at
$$;
revoke execute on function number_endings(text) from public;
