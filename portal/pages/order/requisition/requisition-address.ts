/** The fragment under which the requisition is open on the order's page. */
export const REQUISITION_HASH = 'requisition'
