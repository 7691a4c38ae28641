-- alone: it reads all orders
-- Until it was divided, 0085 made it, while nobody could read the table.
create unique index if not exists orders_by_earlier on orders ((earlier ->> 'system'), (earlier ->> 'number'))
  where earlier is not null;
