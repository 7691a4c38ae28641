import type { OrderDocument } from '#domain/orders/document.ts'
import { numberRepeats } from '#ui/number-repeats.ts'
import { ROW_NAMES, same } from './merge.ts'

/** A field that another person changed. */
export interface Change {
  /** Rows by what tells them apart, as an `Overlap` has it: `/patients/proband/firstName`. */
  path: string
  /** JSON pointer into the document as it is now: `/patients/0/firstName`; of a row that is gone, its list. */
  pointer: string
}

type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The fields in which two versions of a document differ, each once; a row that came or went is one change. */
export function changesBetween(before: OrderDocument, after: OrderDocument): Change[] {
  /** `pathPattern` is the path with `*` for rows. */
  function compare(at: Change, pathPattern: string, was: unknown, is: unknown): Change[] {
    if (same(was, is)) return []
    const nameOf = ROW_NAMES[pathPattern]
    if (nameOf && Array.isArray(was) && Array.isArray(is))
      return compareRows(at, pathPattern, [was, is], nameOf)
    if (!isRow(was) || !isRow(is)) return [at]
    // An optional part may be new, or gone.
    return [...new Set([...Object.keys(is), ...Object.keys(was)])].flatMap((key) =>
      compare(
        { path: `${at.path}/${key}`, pointer: `${at.pointer}/${key}` },
        `${pathPattern}/${key}`,
        was[key],
        is[key],
      ),
    )
  }
  function compareRows(
    at: Change,
    pathPattern: string,
    [was, is]: [Row[], Row[]],
    nameOf: (row: Row) => string,
  ): Change[] {
    // Two of a person's telephone numbers have one name: the second is compared with the second.
    const [oldNames, names] = [numberRepeats(was.map(nameOf)), numberRepeats(is.map(nameOf))]
    const gone = oldNames.filter((name) => !names.includes(name))
    return [
      ...is.flatMap((row, index) => {
        const name = names[index] ?? ''
        const here = { path: `${at.path}/${name}`, pointer: `${at.pointer}/${index}` }
        const old = was[oldNames.indexOf(name)]
        return old ? compare(here, `${pathPattern}/*`, old, row) : [here]
      }),
      ...gone.map((name) => ({ path: `${at.path}/${name}`, pointer: at.pointer })),
    ]
  }
  return compare({ path: '', pointer: '' }, '', before, after)
}
