-- alone: it reads all messages of the laboratory
-- Which orders a message of the laboratory names, whatever became of it: it is erased with the last of them. Of messages from before
-- this, and of those that the previous version stores, erase_orders goes by their other columns.
create table message_order (
  message_id bigint not null references message_in on delete cascade,
  order_id bigint not null,
  primary key (message_id, order_id)
);
create index message_order_of on message_order (order_id);
grant select, insert, delete on message_order to karyo_worker;
alter table message_order enable row level security;
create policy unscoped on message_order to karyo_worker using (true);

-- By it those are found that were sent again.
create index if not exists message_in_repeated on message_in (sender, control_id) where outcome = 'repeated';

-- A file is announced here before it is stored, and leaves with the transaction that uses it: what stays for a day is deleted
-- unless something uses it.
grant insert, update on erased_file to karyo_worker;
