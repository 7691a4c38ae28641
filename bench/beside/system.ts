import type { Plan } from '../load.ts'

/** What a question needs besides how many ask it, and for how long. */
export type LoadRequest = Pick<Plan, 'origin' | 'flow' | 'args'>

/**
 * A server that answers the three questions of bench/beside.ts. Each time they are asked, the system says how: its
 * tokens expire.
 */
export interface System {
  name: string
  /** The newest 25 of the orders on their way to the laboratory, with their exact number. */
  list(): Promise<LoadRequest>
  /** One order as its page needs it: tests, patient and specimens. */
  one(): Promise<LoadRequest>
  /** Writes an order of another patient, and submits it: two durable writes. */
  wholeOrder(): Promise<LoadRequest>
  /** The number of orders of all states that it holds for the institution asked. */
  count(): Promise<number>
  stop(): Promise<void>
}
