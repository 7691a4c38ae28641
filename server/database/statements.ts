import pg from 'pg'

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

/** What one connection calls the statements that it keeps. */
class StatementNames {
  private readonly sent = new Map<string, number>()
  private readonly names = new Map<string, string>()

  /** Undefined for one that is not kept. */
  nameOf(text: string): string | undefined {
    const { sent, names } = this
    const name = names.get(text)
    if (name !== undefined || names.size >= MOST_PREPARED || PLANNED_EACH_TIME.test(text)) return name
    const times = (sent.get(text) ?? 0) + 1
    if (times < PREPARED_AFTER) {
      if (sent.size >= MOST_REMEMBERED) sent.clear()
      sent.set(text, times)
      return undefined
    }
    sent.delete(text)
    names.set(text, `karyo_${names.size}`)
    return names.get(text)
  }
}

/** A table was changed under a prepared statement: an upgrade is going on beside us. */
const CHANGED = /^cached plan must not change result type/

/** A connection that has the database keep the plans of what it is sent again and again. */
export class PreparingClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config)
    const send = this.query.bind(this) as (...args: unknown[]) => unknown
    const names = new StatementNames()
    let prepares = true
    let isGathering = false
    /** What is asked for in one turn goes out in one piece: each piece costs both ends more than most statements do. */
    const gather = () => {
      if (isGathering) return
      isGathering = true
      const { stream } = this.connection
      stream.cork()
      process.nextTick(() => {
        isGathering = false
        stream.uncork()
      })
    }
    const query = (first: unknown, values: unknown, ...rest: unknown[]): unknown => {
      gather()
      if (!prepares || typeof first !== 'string' || !Array.isArray(values) || values.length === 0)
        return send(first, values, ...rest)
      const name = names.nameOf(first)
      const answer = send({ text: first, values, ...(name === undefined ? {} : { name }) }, ...rest)
      if (name !== undefined && answer instanceof Promise)
        answer.catch((error: Error) => {
          if (CHANGED.test(error.message)) prepares = false
        })
      return answer
    }
    this.query = query as pg.Client['query']
  }
}
