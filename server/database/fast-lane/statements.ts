import pg from 'pg'
import type { PlanKeeping } from '../connection/plan-keeping.ts'
import { PipelinedQuery, type Statement } from './pipelined.ts'

/** Sent so often, a statement is worth a plan of its own on every connection. */
const PREPARED_AFTER = 3
/** Each takes some memory on each connection. */
const MOST_PREPARED = 250
const MOST_REMEMBERED = 500
/**
 * Planned for the values that they are asked with: pages of lists and searches, because institutions differ a
 * thousandfold; and inserts that look for a conflict in an index of some rows, which no plan for any value may use.
 */
const PLANNED_EACH_TIME = /\b(limit|i?like)\b|\bon conflict \([^)]*\) where\b/i

/** Before a statement that is worth a kept plan all the same: whatever it is asked with, there is one good way to it. */
export const CACHED_PLAN = '/* kept plan */'

/** What one connection calls the statements that it keeps. */
class StatementNames {
  private readonly sent = new Map<string, number>()
  private readonly names = new Map<string, string>()
  private given = 0
  private readonly prefix: string
  constructor(prefix: string) {
    this.prefix = prefix
  }

  /** Undefined for one that is not kept. */
  nameOf(text: string): string | undefined {
    const { sent, names } = this
    const name = names.get(text)
    if (name !== undefined || names.size >= MOST_PREPARED) return name
    if (!text.startsWith(CACHED_PLAN) && PLANNED_EACH_TIME.test(text)) return undefined
    const times = (sent.get(text) ?? 0) + 1
    if (times < PREPARED_AFTER) {
      if (sent.size >= MOST_REMEMBERED) sent.clear()
      sent.set(text, times)
      return undefined
    }
    sent.delete(text)
    this.given += 1
    names.set(text, `${this.prefix}_${this.given}`)
    return names.get(text)
  }

  /** The next time it is another one. */
  forget(text: string): void {
    this.names.delete(text)
  }
}

/**
 * A table was changed under a prepared statement: an upgrade is going on beside us. Or the connection has lost those that it
 * had: somebody has discarded them, or what stands between us and the database gave us another one's.
 */
const OUTDATED = /^cached plan must not change result type|^prepared statement .* does not exist/
/** Whether the plans that a connection keeps are of no use any more. */
export const isPlanOutdated = (error: unknown) => error instanceof Error && OUTDATED.test(error.message)

/** A connection that has the database keep the plans of what it is sent again and again. */
export class PreparingClient extends pg.Client {
  /** Nobody waits for what it does: nothing more is asked of it. */
  isGivenUp = false
  /** Its transaction cannot be taken back any more. */
  isCommitting = false
  /** The answers to each; where one fails, its error. */
  readonly sendPipelined: (statements: readonly Statement[]) => Promise<pg.QueryResult[]>

  constructor(config: pg.ClientConfig | undefined, planKeeping: PlanKeeping) {
    super(config)
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    // Of those that go alone the driver knows which it has sent.
    const namesOf = (period: number) => ({
      period,
      alone: new StatementNames(`karyo_${period}`),
      inPieces: new StatementNames(`piece_${period}`),
    })
    let names = namesOf(planKeeping.period)
    const namesNow = () => {
      if (names.period !== planKeeping.period) names = namesOf(planKeeping.period)
      return names
    }
    let prepares = true
    const query = (first: unknown, values: unknown, ...rest: unknown[]): unknown => {
      const isKept = prepares && !planKeeping.isPaused
      if (!isKept || typeof first !== 'string' || !Array.isArray(values) || values.length === 0)
        return send(first, values, ...rest)
      const name = namesNow().alone.nameOf(first)
      const answer = send({ text: first, values, ...(name === undefined ? {} : { name }) }, ...rest)
      if (name !== undefined && answer instanceof Promise)
        answer.catch((error: Error) => {
          if (isPlanOutdated(error)) prepares = false
        })
      return answer
    }
    this.query = query as pg.Client['query']
    const plans = new Set<string>()
    this.sendPipelined = (statements) =>
      new Promise((resolve, reject) => {
        const { inPieces } = namesNow()
        const nameOf = (text: string) => (planKeeping.isPaused ? undefined : inPieces.nameOf(text))
        const named = statements.map((one) => ({ ...one, name: nameOf(one.text) }))
        const unknown = named.filter(({ name }) => name !== undefined && !plans.has(name))
        const onAnswers = (error: Error | null, answers: unknown) => {
          if (!error) return resolve([answers].flat() as pg.QueryResult[])
          // It may have come that far, or not.
          for (const { text } of unknown) inPieces.forget(text)
          reject(error)
        }
        send(new PipelinedQuery(named, plans, onAnswers))
      })
  }
}
