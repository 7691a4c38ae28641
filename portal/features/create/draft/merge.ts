import { createPatch } from 'rfc6902'
import { valueAt, withValueAt } from './pointer.ts'

/** Rows of these lists can be told apart by a member; any other list is changed as a whole, or it would mix rows. */
const ROW_NAMES: Record<string, string> = { '/patients': 'relationship', '/consents': 'consentId' }
/** Members that only make sense together. */
const WHOLES = ['/orderingProvider']

/** A field that both sides changed, each to something else. */
export interface Overlap {
  path: string
  mine: unknown
  theirs: unknown
}

interface Sides<T> {
  /** What both began with. */
  base: T
  mine: T
  theirs: T
  /** Sent, but no answer came: where theirs equals it, it is our own earlier change and nobody else's. */
  doubtful?: T | null
}

export function same(one: unknown, other: unknown): boolean {
  return one === other || createPatch(one, other).length === 0
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Do the lists have the same rows in the same order, so that each may be merged by itself? */
function rowsAlign(path: string, lists: unknown[][]): boolean {
  const member = ROW_NAMES[path]
  if (member === undefined) return false
  const names = lists.map((rows) => rows.map((row) => (isObject(row) ? row[member] : row)))
  return names.every((list) => same(list, names[0]))
}

/**
 * Both sides' changes in one document. Where both changed the same field differently, `document` holds mine and the
 * field is listed in `overlaps`, for a person to decide.
 */
export function merge<T>({ base, mine, theirs, doubtful }: Sides<T>): { document: T; overlaps: Overlap[] } {
  const overlaps: Overlap[] = []
  const join = (path: string, was: unknown, left: unknown, right: unknown): unknown => {
    if (same(left, right) || same(right, was)) return left
    if (doubtful && same(right, valueAt(doubtful, path))) return left
    if (same(left, was)) return right
    if (isObject(was) && isObject(left) && isObject(right) && !WHOLES.includes(path))
      return Object.fromEntries(
        Object.keys(left).map((key) => [key, join(`${path}/${key}`, was[key], left[key], right[key])]),
      )
    if (
      Array.isArray(was) &&
      Array.isArray(left) &&
      Array.isArray(right) &&
      rowsAlign(path, [was, left, right])
    )
      return left.map((row, index) => join(`${path}/${index}`, was[index], row, right[index]))
    overlaps.push({ path, mine: left, theirs: right })
    return left
  }
  const document = join('', base, mine, theirs) as T
  return { document, overlaps }
}

/** The merged document with their value in each of the fields `paths`. */
export function takeTheirs<T>(merged: { document: T; overlaps: Overlap[] }, paths: readonly string[]): T {
  return merged.overlaps
    .filter((overlap) => paths.includes(overlap.path))
    .reduce((document, overlap) => withValueAt(document, overlap.path, overlap.theirs), merged.document)
}
