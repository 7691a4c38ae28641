/** Why an order is kept although its time is over. */
export const KEPT_BECAUSE = [
  'not-finished',
  'too-new',
  'follow-up',
  'family',
  'question',
  'message',
  'specimen',
  'order',
  'other-people',
] as const
export type KeptBecause = (typeof KEPT_BECAUSE)[number]

/** What decides whether an order may be erased, as it is stored. */
export interface OrderAtRest {
  state: string
  /** The last thing that happened to it is longer ago than its kind of data is kept. */
  isOver: boolean
  openFollowUps: number
  /** It is joined to a family, a family's finding came from it, or it was begun from a relative's code. */
  isInFamily: boolean
  /** The laboratory's questions, results to check, and a payer's answer that nobody has given yet. */
  openQuestions: number
  /** Messages to the laboratory that were not answered, and results that wait for a hospital. */
  waitingMessages: number
  /** Other orders and open requests for tests on its samples. */
  addedToSamples: number
  /** Orders that were made from it: its letter, files and payer's answer are theirs too. */
  ordersMadeFrom: number
  /** People of the order. */
  people: number
}

const ENDED: readonly string[] = ['draft', 'reported', 'cancelled']

/**
 * Why an order may not be erased; empty if it may. `onRequest`: because a person asks, who cannot speak for the order's other
 * people.
 */
export function keptBecause(order: OrderAtRest, { onRequest }: { onRequest: boolean }): KeptBecause[] {
  const reasons: [KeptBecause, boolean][] = [
    ['not-finished', !ENDED.includes(order.state)],
    ['too-new', !order.isOver],
    ['follow-up', order.openFollowUps > 0],
    ['family', order.isInFamily],
    ['question', order.openQuestions > 0],
    ['message', order.waitingMessages > 0],
    ['specimen', order.addedToSamples > 0],
    ['order', order.ordersMadeFrom > 0],
    ['other-people', onRequest && order.people > 1],
  ]
  return reasons.flatMap(([because, holds]) => (holds ? [because] : []))
}

/** For a sentence that begins “Order 4711 is kept: ”. */
export function keptInWords(because: KeptBecause): string {
  switch (because) {
    case 'not-finished':
      return 'the laboratory has neither reported nor cancelled it'
    case 'too-new':
      return 'the time for which it has to be kept is not over'
    case 'follow-up':
      return 'a follow-up of its results is open'
    case 'family':
      return 'a family needs it'
    case 'question':
      return 'a question about it is open'
    case 'message':
      return 'a message about it waits for the laboratory or a hospital'
    case 'specimen':
      return 'another test uses its specimen'
    case 'order':
      return 'an order was made from it, which needs its letter, documents and coverage'
    case 'other-people':
      return 'it is about other people too'
  }
}
