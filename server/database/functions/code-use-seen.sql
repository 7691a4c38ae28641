-- What a family's clinic may see of a redeemed code and its order, as agreed_code_steps gives it, in one text to compare.
create or replace function code_use_seen(use cascade_code_use) returns text
  language sql immutable set search_path = public as $$
  select case use.tells
    when 'nothing' then concat_ws('|', 'nothing', use.ended_on::text)
    when 'redeemed' then 'redeemed'
    when 'tested' then concat_ws('|', 'tested', use.sample_on::text, case when use.result <> '' then use.result_on::text end)
    else concat_ws('|', 'result', use.sample_on::text, use.result_on::text, use.result, array_to_string(use.copies, ','))
  end
$$;
revoke execute on function code_use_seen(cascade_code_use) from public;
