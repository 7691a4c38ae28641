import { deepEqual } from '@tanstack/react-router'
import { type Answer, answerKey } from '#domain/orders/answers.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { type Feature, featureKey } from '#domain/orders/phenotype.ts'
import type { Overlap } from './overlap.ts'
import { withOwnRows } from './own-rows.ts'
import { withOneSubject, withSubjects } from './whole-people.ts'

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
  '/phenotype': (row) => featureKey(row as unknown as Feature),
  '/answers': (row) => answerKey(row as unknown as Answer),
  '/overrides': (row) => String(row.key),
}
/** Left out while they have no row. */
const OPTIONAL_LISTS = ['knownVariants', 'phenotype', 'consentRecords', 'answers']
/** Members that only make sense together. */
const INDIVISIBLE_PATHS = ['/orderingProvider', '/addOn']

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
  const { base, remote, doubtful = [], take = [] } = sides
  const local = withOwnRows(sides.local, remote, [base, ...doubtful])
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
          // Each side removed other rows of an optional list, so that none is left.
          const isEmptied = Array.isArray(joined) && joined.length === 0 && OPTIONAL_LISTS.includes(key)
          return joined === undefined || isEmptied ? [] : [[key, joined]]
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

  const joined = join('', '', base, local, remote, [...doubtful]) as OrderDocument
  const choice = { local, remote, overlaps, take }
  return { document: withSubjects(withOneSubject(joined, choice), choice), overlaps }
}
