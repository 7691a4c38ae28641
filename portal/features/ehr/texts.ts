// EhrPage
export const hospitalOrders = 'Hospital orders'
export const laboratory = 'Laboratory'
export const hint = 'Record systems of hospitals that send orders and get results, for all institutions.'
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

// SendingCards
export const resultsOut = 'Results to hospitals'
export const waitingHeading = 'Waiting'
export const waitingOf = (count: number, since: string | null) =>
  since ? `${count}, oldest ${since}` : `${count}`
export const heldOf = (count: number) => `${count} not released by the clinic`
export const lastError = 'Last try'
export const noError = 'No error'
export const triesOf = (tries: number, error: string) => `${tries} without an answer: ${error}`
export const refusedHeading = 'Refused'
export const sendAllAgain = 'Send all again'
export const sendAllAgainTitle = (name: string) => `Send ${name} all refused results again?`
export const sendAllAgainHint =
  'They go in the order in which they were written, each under its number. Ask the hospital first whether it has mended what it refused them for.'
export const sendAgain = 'Send again'
export const sendAgainOf = (orderId: number) => `Send again, order ${orderId}`
export const willBeSent = 'It will be sent again.'
export const notReached = 'Not in the hospital’s charts'
export const notReachedHint =
  'Refused results are not sent again by themselves. Later ones of the same order wait behind them; other orders go on.'
export const whyHeading = 'Why'
export const sentAgainOf = (count: number) => `Sent again ${count === 1 ? 'once' : `${count} times`}`
export const actions = 'Actions'

// SkipDialog
export const skip = 'Skip'
export const skipOf = (orderId: number) => `Skip, order ${orderId}`
export const skipTitle = (orderId: number, name: string) =>
  `Never send this result of order ${orderId} to ${name}?`
export const skipHint =
  'It will not reach the patient’s chart by this way. What waits behind it goes on. This cannot be undone.'
export const reason = 'Reason'
export const wasSkipped = 'The result was skipped.'
