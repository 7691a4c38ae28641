import type { OrderRecordSystem } from '#contract/record-system.ts'

type State = OrderRecordSystem['results'][number]['state']

export const cancelledTitle = (name: string) => `${name} has cancelled this order`
export const cancelledHint = (number: string) =>
  `The hospital’s order ${number} is cancelled there, but not here. If that is right, request its cancellation; if not, tell the hospital.`
export const changedTitle = (name: string) => `${name} has changed this order since`
export const changedHint = (number: string) =>
  `The order here stays as it was submitted. If the change is right, call the laboratory. The hospital’s order ${number} is now:`
export const heldTitle = (name: string) => `The report is not in ${name} yet`
export const heldHint = (day: string) =>
  `It goes there once you release it, on ${day} at the latest. Patients may see it there at once.`
export const release = 'Release now'
export const released = (name: string) => `Released to ${name}`

const TITLES = {
  waiting: 'The report is on its way to',
  held: '',
  taken: 'The report is in',
  refused: 'The report is not in',
  skipped: 'The report is not in',
} as const satisfies Record<State, string>
export const resultTitle = (state: State, name: string) => `${TITLES[state]} ${name}`
export const resultHint = (state: State, day: string, number: string) =>
  state === 'taken'
    ? `${number === '' ? 'It' : `Order ${number}`} was filed there on ${day}.`
    : state === 'waiting'
      ? 'It is sent again until the hospital’s system answers.'
      : 'The hospital’s system did not take it. The laboratory has been told.'
