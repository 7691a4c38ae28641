// EhrPage
export const hospitalOrders = 'Hospital orders'
export const laboratory = 'Laboratory'
export const hint =
  'Hospitals’ record systems (EHRs) that send orders and receive results, for all institutions.'
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
  'Codes that came with orders and are not mapped yet. Their drafts leave the field empty and quote the code in the notes. Once you map a code, drafts that nobody has changed are filled in again.'
export const allMapped = 'Every code that came is mapped.'
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
  'Somebody is working on these drafts, or they are submitted, so they are not updated. Compare them with the hospital’s order.'
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
export const lastError = 'Last attempt'
export const noError = 'No error'
export const triesOf = (tries: number, error: string) => `${tries} without an answer: ${error}`
export const refusedHeading = 'Refused'
export const sendAllAgain = 'Send all again'
export const sendAllAgainTitle = (name: string) => `Send ${name} all refused results again?`
export const sendAllAgainHint =
  'They are sent in the order in which they were written, each under its number. First ask the hospital whether it has fixed the reason for refusing them.'
export const sendAgain = 'Send again'
export const sendAgainOf = (orderId: number) => `Send again, order ${orderId}`
export const willBeSent = 'It will be sent again.'
export const notReached = 'Not in the hospital’s charts'
export const notReachedHint =
  'Refused results are not sent again automatically. Later results of the same order wait behind them; other orders continue.'
export const whyHeading = 'Why'
export const sentAgainOf = (count: number) => `Sent again ${count === 1 ? 'once' : `${count} times`}`
export const actions = 'Actions'

// SkipDialog
export const skip = 'Skip'
export const skipOf = (orderId: number) => `Skip, order ${orderId}`
export const skipTitle = (orderId: number, name: string) =>
  `Never send this result of order ${orderId} to ${name}?`
export const skipHint =
  'It will not reach the patient’s chart this way. Results that wait behind it are sent. This cannot be undone.'
export const reason = 'Reason'
export const wasSkipped = 'The result was skipped.'

// AdviceCards
export const advice = 'Advice in charts'
export const adviceHint =
  'Hospitals whose record system may ask when a chart is opened or an order signed (CDS Hooks), and what came of it in the last 30 days. Nothing is answered while it is off.'
export const signedBy = (iss: string) => `Signed by ${iss}`
export const askedHeading = 'Asked'
export const lateAndRefused = (late: number, refused: number) => `${late} too late, ${refused} refused`
export const cardsHeading = 'Cards'
export const feedback = (accepted: number, overridden: number) =>
  `${accepted} followed, ${overridden} overridden`
export const switchOn = 'Switch on'
export const switchOff = 'Switch off'
export const switchOf = (isOn: boolean, name: string) => `${isOn ? switchOff : switchOn}, ${name}`
export const adviceIsOn = (name: string) => `${name} gets advice now.`
export const adviceIsOff = (name: string) => `${name} gets no advice any more.`
export const adviceCalls = 'Latest requests for advice'
export const answeredHeading = 'Answered'
export const noCard = (outcome: string, reason: string) => (reason === '' ? outcome : `${outcome}: ${reason}`)
export const ofCard = (
  orderId: number | null,
  outcome: 'accepted' | 'overridden' | null,
  reason: string,
): string => {
  const order = orderId === null ? 'no order here yet' : `order ${orderId}`
  if (outcome === null) return `About ${order}`
  return `About ${order}; ${outcome === 'accepted' ? 'followed' : `overridden${reason && `: ${reason}`}`}`
}
