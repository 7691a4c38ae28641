import type { Writable } from 'node:stream'
import pg from 'pg'

export interface Statement {
  text: string
  values: readonly unknown[]
}
/** `name`: what the connection calls the plan that it keeps; undefined for one that is planned anew. */
interface Named extends Statement {
  name: string | undefined
}

/** What the driver's connection is told; its typings are of another version. */
interface Wire {
  stream: Writable
  parse(statement: { text: string; name: string | undefined }): void
  bind(bound: { statement: string | undefined; values: readonly unknown[]; valueMapper: MapValue }): void
  describe(what: { type: 'P' }): void
  execute(all: object): void
  sync(): void
}
type MapValue = (value: unknown) => unknown
const { prepareValue } = (pg as unknown as { utils: { prepareValue: MapValue } }).utils

/**
 * Statements that are sent, and answered, in one round trip. They are one transaction, which the `sync` after them ends:
 * what one sets for the transaction (`set_config`) applies to those after it.
 */
export class PipelinedQuery extends pg.Query {
  /**
   * `plans`: names of the statements that the connection has prepared. After a statement fails, it may contain names that the
   * connection does not know.
   */
  constructor(
    statements: readonly Named[],
    plans: Set<string>,
    answer: (error: Error | null, answers: unknown) => void,
  ) {
    super({ text: '' }, answer as never)
    this.submit = (connection) => {
      const wire = connection as unknown as Wire
      // One packet, as the driver does it for its own queries.
      wire.stream.cork()
      try {
        for (const { text, values, name } of statements) {
          if (name === undefined || !plans.has(name)) wire.parse({ text, name })
          if (name !== undefined) plans.add(name)
          wire.bind({ statement: name, values, valueMapper: prepareValue })
          wire.describe({ type: 'P' })
          wire.execute({})
        }
        wire.sync()
      } finally {
        wire.stream.uncork()
      }
      return null
    }
  }
}
