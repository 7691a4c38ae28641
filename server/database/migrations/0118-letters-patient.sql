-- alone: it reads the orders of all letters of medical necessity
-- Those that are there are for the patients of now: the trigger notes them.
update necessity_letter set body = body where written_for is null;
