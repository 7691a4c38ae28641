import type { FamilyDocument, KeyedList } from './document.ts'

/**
 * What one action changed: for each row its fields before and after. It is sent to the server, applied to
 * whatever a colleague saved meanwhile, and undone by its inverse.
 */
export interface FamilyChange {
  rows: RowChange[]
  /** Fields of the document itself. */
  fields: FieldChange[]
}

interface RowChange {
  list: KeyedList
  key: string
  /** An added row has only `after`, a removed one only `before`; of a changed one both have the fields that differ. */
  before: Row | null
  after: Row | null
}
interface FieldChange {
  name: FieldName
  before: unknown
  after: unknown
}
type Row = Readonly<Record<string, unknown>>
type FieldName = Exclude<keyof FamilyDocument, KeyedList>

const LISTS: readonly KeyedList[] = ['people', 'unions', 'legend', 'evaluations']
const FIELDS: readonly FieldName[] = ['informant', 'takenOn', 'ancestry', 'notes']

/** Something that a colleague changed too: it keeps their value. */
export interface FamilyConflict {
  list: KeyedList | 'document'
  /** '' for a field of the document. */
  key: string
  /** The field; '' for a whole row that one removed and the other changed. */
  field: string
}

/** What leads from one document to another; the order of rows is none of it. */
export function changeBetween(before: FamilyDocument, after: FamilyDocument): FamilyChange {
  return {
    rows: LISTS.flatMap((list) => rowChanges(list, before[list], after[list])),
    fields: FIELDS.filter((name) => !same(before[name], after[name])).map((name) => ({
      ...{ name, before: before[name], after: after[name] },
    })),
  }
}

export const isEmptyChange = ({ rows, fields }: FamilyChange) => rows.length === 0 && fields.length === 0

export function inverseOf({ rows, fields }: FamilyChange): FamilyChange {
  const inverted = <T extends { before: unknown; after: unknown }>(one: T): T => ({
    ...one,
    before: one.after,
    after: one.before,
  })
  return { rows: rows.map(inverted).reverse(), fields: fields.map(inverted) }
}

/**
 * Applies a change to a document that may have moved on. What still has its value of before is changed;
 * anything else keeps its value, and is named. Applied twice, it changes nothing the second time.
 */
export function applyChange(
  document: FamilyDocument,
  change: FamilyChange,
): { document: FamilyDocument; conflicts: FamilyConflict[] } {
  const conflicts: FamilyConflict[] = []
  const lists: Record<KeyedList, Map<string, Row>> = {
    people: byKey(document.people),
    unions: byKey(document.unions),
    legend: byKey(document.legend),
    evaluations: byKey(document.evaluations),
  }
  for (const { list, key, before, after } of change.rows) {
    const rows = lists[list]
    const now = rows.get(key)
    const conflict = (field = '') => conflicts.push({ list, key, field })
    if (before === null && after !== null) {
      if (now === undefined) rows.set(key, after)
      else if (!same(now, after)) conflict()
    } else if (before !== null && after === null) {
      if (now !== undefined && same(now, before)) rows.delete(key)
      else if (now !== undefined) conflict()
    } else if (before !== null && after !== null) {
      if (now === undefined) conflict()
      else rows.set(key, withFields(now, before, after, conflict))
    }
  }
  const own = Object.fromEntries(change.fields.map(({ name, after }) => [name, after]))
  const taken = withFields(document as unknown as Row, fieldsBefore(change), own, (name) =>
    conflicts.push({ list: 'document', key: '', field: name }),
  )
  const changed = {
    ...taken,
    ...Object.fromEntries(LISTS.map((list) => [list, [...lists[list].values()]])),
  }
  return { document: changed as unknown as FamilyDocument, conflicts }
}

const fieldsBefore = ({ fields }: FamilyChange): Row =>
  Object.fromEntries(fields.map(({ name, before }) => [name, before]))

/** `now` with the fields of `after`, as far as they still have their value of `before`. */
function withFields(now: Row, before: Row, after: Row, conflict: (field: string) => void): Row {
  const changed: Record<string, unknown> = { ...now }
  for (const [field, value] of Object.entries(after)) {
    if (same(now[field], before[field])) changed[field] = value
    else if (!same(now[field], value)) conflict(field)
  }
  return changed
}

function rowChanges(list: KeyedList, before: readonly object[], after: readonly object[]): RowChange[] {
  const [old, current] = [byKey(before), byKey(after)]
  const removed = [...old].filter(([key]) => !current.has(key))
  const added = [...current].filter(([key]) => !old.has(key))
  const kept = [...current].flatMap(([key, row]): RowChange[] => {
    const previous = old.get(key)
    if (!previous) return []
    const fields = Object.keys(row).filter((field) => !same(row[field], previous[field]))
    if (fields.length === 0) return []
    const only = (from: Row) => Object.fromEntries(fields.map((field) => [field, from[field]]))
    return [{ list, key, before: only(previous), after: only(row) }]
  })
  return [
    ...removed.map(([key, row]) => ({ list, key, before: row, after: null })),
    ...added.map(([key, row]) => ({ list, key, before: null, after: row })),
    ...kept,
  ]
}

const byKey = (rows: readonly object[]) =>
  new Map(rows.map((row) => [(row as { key: string }).key, row as Row]))

/** Deep equality of JSON; the order of an object's fields does not count. */
function same(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return (
      Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((one, i) => same(one, b[i]))
    )
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => same((a as Row)[key], (b as Row)[key]))
}
