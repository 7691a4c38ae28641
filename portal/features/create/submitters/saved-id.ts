import { ProblemError, problemOf } from '#contract/errors.ts'
import type { OrderForm } from '../draft/order-form.ts'

/** Saves what was typed, and gives the id of the draft. Throws why it cannot be saved. */
export async function savedId(form: OrderForm): Promise<number> {
  const saved = await form.autosave.insist()
  const id = form.orderId()
  const status = form.autosave.status()
  if (status.kind === 'failed') throw new ProblemError(status.problem)
  if (!saved || id === undefined) throw new ProblemError(problemOf('version-conflict'))
  return id
}
