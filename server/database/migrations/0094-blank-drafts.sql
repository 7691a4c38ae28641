-- alone: it reads all orders
-- Which drafts are blank: few, and in no list. A page deep in a list counts through an index that cannot tell them from others;
-- without this index it read every order on the way.
create index if not exists orders_blank on orders (institution_code, id) where is_blank;
