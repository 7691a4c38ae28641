// EhrPage
export const hospitalOrders = 'Hospital orders'
export const laboratory = 'Laboratory'
export const hint = 'Record systems of hospitals that send orders, for all institutions.'
export const interfaces = 'Interfaces'
export const noInterface = 'No hospital sends orders'
export const noInterfaceHint =
  'Interfaces are set up by import. See “Orders of hospitals” in the documentation.'
export const interfaceHeading = 'Interface'
export const institution = 'Institution'
export const ordersHeading = 'Orders'
export const lastMessage = 'Last message'
export const noMessage = 'None yet'
export const takes = (processingId: string) => `MSH-11 ${processingId}`
export const mapped = (count: number) => `${count} mapped`
export const refused = (count: number) => `${count} refused in 7 days`

// Unmapped
export const notMapped = 'Not mapped'
export const notMappedHint =
  'Codes that came with orders and have no meaning here. Their drafts leave the field open and tell it in the notes. Once mapped, drafts that nobody has changed are written again.'
export const allMapped = 'Every code that came has a meaning.'
export const codeHeading = 'Code'
export const meaningHeading = 'Meaning'
export const meaningOf = (code: string) => `Meaning of ${code}`
export const map = 'Map'
export const keepAsNote = 'Keep as note'
export const applied = (code: string, orders: string) => `${code} mapped, ${orders} applied again`
export const inOrders = (orders: string) => `in ${orders}`

// Differing
export const different = 'Changed by the hospital since'
export const differentHint =
  'A person works on these drafts, or they are submitted, so they do not follow. Compare with the hospital.'
export const cancelled = 'Cancelled there'
export const changed = 'Changed there'
export const draft = 'Draft'
export const submitted = 'Submitted'
