import { deepEqual } from '@tanstack/react-router'
import { type Answer, answerKey } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { isFetusKey } from '#domain/orders/subject.ts'

type Row = Record<string, unknown>

/** What tells the rows of a list apart, wherever they stand. Any other list is changed as a whole, or it would mix rows. */
export const ROW_NAMES: Record<string, (row: Row) => string> = {
  '/tests': (row) => String(row.testCode),
  '/addOnTests': (row) => String(row.testCode),
  '/patients': (row) => String(row.key),
  '/patients/*/addresses': (row) => String(row.type),
  '/patients/*/contacts': (row) => String(row.type),
  '/pregnancy/fetuses': (row) => String(row.key),
  '/knownVariants': (row) => String(row.key),
  '/samples': (row) => String(row.key),
  '/consents': (row) => `${row.patient} ${row.consentId}`,
  '/consentRecords': (row) => String(row.patient),
  '/answers': (row) => answerKey(row as unknown as Answer),
  '/overrides': (row) => String(row.key),
}
/** Members that only make sense together. */
const INDIVISIBLE_PATHS = ['/orderingProvider', '/addOn']

/**
 * Something that both sides changed, each to something else: a field, or a row that one changed and the other removed.
 * `path` names rows by what tells them apart (`/patients/proband/firstName`), for their places may differ.
 * `undefined`: removed.
 */
export interface Overlap {
  path: string
  local: unknown
  remote: unknown
}

interface Sides {
  /** What both began with. */
  base: OrderDocument
  local: OrderDocument
  remote: OrderDocument
  /**
   * What was sent without an answer, where others changed the order besides: any of it may have arrived. Where theirs is
   * what all of it says, it is our own earlier change; where that cannot be told, a person decides.
   */
  doubtful?: readonly OrderDocument[]
  /** Overlaps that were decided for theirs, by path. */
  take?: readonly string[]
}

/** Asked with every key, of the whole document and of all open points. */
export function same(one: unknown, other: unknown): boolean {
  return deepEqual(one, other)
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The rows by their names; null where something has no name of its own. */
function named(list: unknown, nameOf: (row: Row) => string): Map<string, unknown> | null {
  if (!Array.isArray(list)) return null
  const rows = new Map<string, unknown>(list.filter(isRow).map((row) => [nameOf(row), row]))
  return rows.size === list.length ? rows : null
}

/**
 * Both sides' changes in one document. Where both changed the same thing differently, `document` holds mine and the
 * overlap is listed, for a person to decide.
 */
export function merge(sides: Sides): { document: OrderDocument; overlaps: Overlap[] } {
  const { base, local, remote, doubtful = [], take = [] } = sides
  const overlaps: Overlap[] = []

  /** `pathPattern` is the path with `*` for rows; `sent` is what stands there in each of the doubtful documents. */
  function join(
    path: string,
    pathPattern: string,
    was: unknown,
    left: unknown,
    right: unknown,
    sent: unknown[],
  ): unknown {
    if (same(left, right)) return left
    if (sent.length > 0 && sent.every((one) => same(right, one))) return left
    const arrived = sent.some((one) => !same(one, was))
    if (same(right, was) && !arrived) return left
    if (same(left, was) && !arrived) return right
    if (isRow(left) && isRow(right) && !INDIVISIBLE_PATHS.includes(pathPattern))
      return Object.fromEntries(
        // Either side may have written an optional part, or left it out.
        [...new Set([...Object.keys(left), ...Object.keys(right)])].flatMap((key) => {
          const [baseField, leftField, rightField, ...sentFields] = [was, left, right, ...sent].map((row) =>
            isRow(row) ? row[key] : undefined,
          )
          const joined = join(
            ...([`${path}/${key}`, `${pathPattern}/${key}`] as const),
            ...([baseField, leftField, rightField, sentFields] as const),
          )
          return joined === undefined ? [] : [[key, joined]]
        }),
      )
    const nameOf = ROW_NAMES[pathPattern]
    const lists = nameOf && [was, left, right, ...sent].map((list) => named(list ?? [], nameOf))
    if (lists?.every((list) => list !== null)) return joinRows(path, pathPattern, lists)
    overlaps.push({ path, local: left, remote: right })
    return take.includes(path) ? right : left
  }

  /** Mine in my order, then theirs that I do not have. */
  function joinRows(path: string, pathPattern: string, lists: readonly Map<string, unknown>[]): unknown[] {
    const names = new Set([...(lists[1]?.keys() ?? []), ...(lists[2]?.keys() ?? [])])
    return [...names]
      .map((name) => {
        const [was, left, right, ...sent] = lists.map((list) => list.get(name))
        return join(`${path}/${name}`, `${pathPattern}/*`, was, left, right, sent)
      })
      .filter((row) => row !== undefined)
  }

  /** One side removed a person, the other has a new specimen of them. */
  function withPeople(document: OrderDocument): OrderDocument {
    let { patients, samples } = document
    for (const { patient: key } of document.samples) {
      if (isFetusKey(key) || patients.some((one) => one.key === key)) continue
      const path = `/patients/${key}`
      const [left, right] = [local, remote].map((side) => side.patients.find((one) => one.key === key))
      if (overlaps.every((overlap) => overlap.path !== path))
        overlaps.push({ path, local: left, remote: right })
      const chosen = take.includes(path) ? right : left
      if (chosen) patients = [...patients, chosen]
      else samples = samples.filter(({ patient }) => patient !== key)
    }
    return { ...document, patients, samples }
  }

  const document = withPeople(join('', '', base, local, remote, [...doubtful]) as OrderDocument)
  return { document, overlaps }
}
