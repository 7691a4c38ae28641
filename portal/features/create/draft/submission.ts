import { ProblemError } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'

interface Submission {
  /** One try. Null: something else stands in the way, and the page says what. */
  submit(): Promise<Order | null>
  /** The order as it stands now. */
  look(): Promise<Order>
  /** Has what was asked for happened to the order? */
  done(order: Order): boolean
  wait(ms: number): Promise<void>
  /** The answer did not come; it is asked again. */
  onRetry(): void
}

const MOST_TRIES = 8

/**
 * Submits, and asks again with the same call while no answer comes. Once a try went unanswered, a refusal because
 * the order has moved on means that the try had arrived: then the order is looked at instead.
 */
export async function submitUntilAnswered({
  submit,
  look,
  done,
  wait,
  onRetry,
}: Submission): Promise<Order | null> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await submit()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      const { code, status } = error.problem
      if (tries > 1 && (code === 'wrong-state' || code === 'version-conflict')) {
        const order = await look()
        if (done(order)) return order
      }
      if (status < 500 || tries === MOST_TRIES) throw error
      onRetry()
      await wait(Math.min(15_000, 1000 * 2 ** (tries - 1)))
    }
  }
}
