-- The list of orders is narrowed to those whose result was withdrawn: few, found without looking at each report.
create index report_withdrawn on report (order_id) where state = 'withdrawn';
