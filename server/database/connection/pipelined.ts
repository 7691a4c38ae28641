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
  parse(statement: { text: string; name: string | undefined }): void
  bind(bound: { statement: string | undefined; values: readonly unknown[]; valueMapper: MapValue }): void
  describe(what: { type: 'P' }): void
  execute(all: object): void
  sync(): void
}
type MapValue = (value: unknown) => unknown
const { prepareValue } = (pg as unknown as { utils: { prepareValue: MapValue } }).utils

/** What the driver's query hears of the answers. */
interface QueryHandlers {
  handleRowDescription(description: { fields: Columns }): void
  handleCommandComplete(done: object, connection: unknown): void
}
type Columns = readonly object[]

/**
 * The plans that a connection keeps, by name: what the columns of their answers are; undefined where one was sent and is
 * not answered yet. While the plan stands they stay the same (`isPlanOutdated` of statements.ts).
 */
export type Plans = Map<string, Columns | undefined>

/**
 * Statements that go out, and are answered, in one piece. They are one transaction, which the `sync` behind them ends:
 * what one sets for the transaction (`set_config`) holds for those behind it. Of a plan that has answered before it is not
 * asked again what its columns are.
 */
export class PipelinedQuery extends pg.Query {
  /** Where a statement fails, `plans` may have its name and those behind it without the connection knowing them. */
  constructor(
    statements: readonly Named[],
    plans: Plans,
    answer: (error: Error | null, answers: unknown) => void,
  ) {
    super({ text: '' }, answer as never)
    const handlers = this as unknown as QueryHandlers
    const { handleRowDescription, handleCommandComplete } = handlers
    let describedColumns: (Columns | undefined)[] = []
    let answered = 0
    const learn = (columns: Columns) => {
      const name = statements[answered]?.name
      if (name !== undefined) plans.set(name, columns)
    }
    const begin = () => {
      const fields = describedColumns[answered]
      if (fields) handleRowDescription.call(this, { fields })
    }
    handlers.handleRowDescription = (description) => {
      learn(description.fields)
      describedColumns[answered] = description.fields
      handleRowDescription.call(this, description)
    }
    handlers.handleCommandComplete = (done, connection) => {
      // It has no columns.
      if (!describedColumns[answered]) learn([])
      handleCommandComplete.call(this, done, connection)
      answered += 1
      begin()
    }
    this.submit = (connection) => {
      const wire = connection as unknown as Wire
      describedColumns = statements.map(({ name }) => (name === undefined ? undefined : plans.get(name)))
      for (const [index, { text, values, name }] of statements.entries()) {
        if (name === undefined || !plans.has(name)) wire.parse({ text, name })
        if (name !== undefined && !plans.has(name)) plans.set(name, undefined)
        wire.bind({ statement: name, values, valueMapper: prepareValue })
        if (!describedColumns[index]) wire.describe({ type: 'P' })
        wire.execute({})
      }
      wire.sync()
      begin()
      return null
    }
  }
}
