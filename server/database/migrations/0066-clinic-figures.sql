-- function: count-figures
-- Counts for the page of who leads a clinic (docs/decisions: figures of a clinic). What an order counts for, one row each:
-- everything else is added up from these.
create table order_figure (
  order_id bigint not null,
  institution_code text not null,
  -- submitted, cancelled, reported, unopened, unacknowledged, hold, rejected, authorization, result, vus
  measure text not null,
  -- The kind of hold, the reason for a rejection …; '' where any counts.
  cause text not null,
  -- The first day of the month in which it first happened, by the laboratory's clock.
  month date not null,
  -- The tests under which it counts; '' is among them if it counts in the institution's total.
  tests text[] not null,
  provider text not null,
  -- Of a report: calendar days from submission.
  days integer not null default 0
);
create index order_figure_of_order on order_figure (order_id);
create index order_figure_listed on order_figure (institution_code, measure, cause, month);

-- Added up: by month, with and without test and provider ('' is any of them).
create table figure_count (
  institution_code text not null,
  provider text not null,
  test text not null,
  month date not null,
  measure text not null,
  cause text not null,
  n bigint not null,
  days bigint not null,
  primary key (institution_code, provider, test, month, measure, cause)
) with (fillfactor = 80);
create index figure_count_by_provider on figure_count (institution_code, test, month) where provider <> '';

-- What has changed since they were added up. A row of its own for each change: no two orders wait for each other.
create table figure_count_change (
  institution_code text not null,
  provider text not null,
  tests text[] not null,
  month date not null,
  measure text not null,
  cause text not null,
  n integer not null,
  days integer not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
create index on figure_count_change (institution_code);

-- Orders older than these tables are counted by a job, newest first: those below this number are still to come.
create table figure_backlog (
  one boolean primary key default true check (one),
  below bigint not null
);

do $$
declare name text;
begin
  foreach name in array array['order_figure', 'figure_count', 'figure_count_change'] loop
    execute format('alter table %I enable row level security', name);
    execute format('create policy scoped on %I to karyo_portal using (institution_code = any (scope_institutions()))', name);
    execute format('create policy unscoped on %I to karyo_worker using (true)', name);
    execute format('grant select on %I to karyo_portal, karyo_worker', name);
  end loop;
end $$;
grant select on figure_backlog to karyo_portal, karyo_worker;

create trigger count_figures_of_new after insert on orders for each row
  when (new.submitted_at is not null) execute function count_figures();
create trigger count_figures_of_deleted after delete on orders for each row
  when (old.submitted_at is not null) execute function count_figures();
create trigger count_figures_of_changed after update on orders for each row
  when ((old.submitted_at is not null or new.submitted_at is not null)
    and (old.institution_code, old.state, old.submitted_at, old.reported_at, old.expected_on, old.report_opened_at,
        old.provider_name, old.test_codes)
      is distinct from (new.institution_code, new.state, new.submitted_at, new.reported_at, new.expected_on,
        new.report_opened_at, new.provider_name, new.test_codes))
  execute function count_figures();
create trigger count_figures after insert or delete or update of kind, held_at on order_hold
  for each row execute function count_figures();
create trigger count_figures_of_new after insert on sample for each row
  when (new.rejected_at is not null) execute function count_figures();
create trigger count_figures_of_changed after update of rejected_at, reject_code on sample for each row
  when ((old.rejected_at, old.reject_code) is distinct from (new.rejected_at, new.reject_code))
  execute function count_figures();
create trigger count_figures after insert or update of signed_at on necessity_letter for each row
  when (new.signed_at is not null) execute function count_figures();
create trigger count_figures after insert or update of order_id on cost_estimate for each row
  when (new.order_id is not null) execute function count_figures();
create trigger count_figures_of_new after insert on follow_up for each row
  when (new.kind = 'report') execute function count_figures();
create trigger count_figures_of_changed after update of closed_at on follow_up for each row
  when (new.kind = 'report') execute function count_figures();
-- At the end of the transaction, when the result has its variants.
create constraint trigger count_figures after insert or delete or update of outcome on reported_result
  deferrable initially deferred for each row execute function count_figures();

-- The triggers are there: what is written from here on counts itself.
insert into figure_backlog (below) select coalesce(max(id) + 1, 0) from orders where submitted_at is not null;
