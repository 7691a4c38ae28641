-- alone: it looks for orders by what the clinic is asked
-- Orders that are to be cancelled: the trigger computes it.
update orders set missing_info = missing_info where missing_info and state = 'pending-cancellation';
