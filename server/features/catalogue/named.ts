import type { readTable } from '#server/csv/data-table.ts'

/** A table of a catalogue's file, with its rows as they are in it. */
export type Table = Pick<ReturnType<typeof readTable>, 'rows' | 'report'>

/** What the files of a catalogue name in each other. */
export type Named = 'test' | 'category' | 'consent' | 'specimen'

const RULES: Record<Named, string> = {
  test: 'is not the code of a test in tests.csv',
  category: 'is not a category in categories.csv',
  consent: 'is not the id of a consent in consents.csv',
  specimen: 'is neither a specimen type of the portal nor one in specimen-types.csv',
}

/** Reports what a file names that the catalogue does not have. */
export class NamedInCatalogue {
  readonly #has: (what: Named, name: string) => boolean

  constructor(has: (what: Named, name: string) => boolean) {
    this.#has = has
  }

  has(what: Named, name: string): boolean {
    return this.#has(what, name)
  }

  /** Checks every name in a column, whose cells may hold several, separated by `|`, or be empty. */
  check(table: Table, what: Named, column: string): void {
    for (const { row, cells } of table.rows)
      for (const name of (cells[column] ?? '').split('|'))
        if (name !== '' && !this.#has(what, name)) table.report(row, column, `'${name}' ${RULES[what]}`)
  }
}
