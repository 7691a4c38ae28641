import type { ManifestRow } from '#contract/manifest.ts'
import { repeatedError } from '#domain/manifest/in-file.ts'
import type { RowError } from '#domain/manifest/row.ts'
import { grouped } from '#domain/text/figures.ts'
import type { JudgedRow } from './read-file.ts'

/** What the server said of a row as it stands. */
export type CheckResult = Pick<ManifestRow, 'outcome' | 'orderId' | 'orderState' | 'errors'>

export interface SheetRow extends JudgedRow {
  checkResult: CheckResult | null
}

/** Of rows that an earlier upload ordered: `draft` can be submitted, of a `warned` one its order has something else. */
export const ROW_STATES = [
  'repair',
  'waiting',
  'ready',
  'draft',
  'standing',
  'warned',
  'drafted',
  'submitted',
] as const
export type RowState = (typeof ROW_STATES)[number]

/** There is an order of it, as the row says: nothing in the row can be changed any more. */
export const MADE: readonly RowState[] = ['standing', 'drafted', 'submitted']
/** Leaving the page would leave these behind. */
export const OPEN: readonly RowState[] = ['repair', 'waiting', 'ready']

/** Where a row stands; `earlier` is the row of the file that says the same before it. */
export function stateOf({ errors, checkResult }: SheetRow, earlier: number | null): RowState {
  if (checkResult?.outcome === 'standing') {
    if (checkResult.errors.length > 0) return 'warned'
    return checkResult.orderState === 'draft' ? 'draft' : 'standing'
  }
  if (checkResult !== null && checkResult.outcome !== 'ready' && checkResult.outcome !== 'refused')
    return checkResult.outcome
  if (errors.length > 0 || earlier !== null || checkResult?.outcome === 'refused') return 'repair'
  return checkResult === null ? 'waiting' : 'ready'
}

/** Whether the server can tell something of the row that it was not asked yet: an order stands, or more is wrong. */
export function isUnchecked({ key, checkResult }: SheetRow, earlier: number | null): boolean {
  return checkResult === null && key !== null && earlier === null
}

/** Everything that is wrong with a row: by the local rules, in this file, and what the server found besides. */
export function errorsOf({ errors, checkResult }: SheetRow, earlier: number | null): readonly RowError[] {
  return [...errors, ...(earlier === null ? [] : [repeatedError(earlier)]), ...(checkResult?.errors ?? [])]
}

/** What the list of errors has of a row: what is to fix, and of an order what it has otherwise. */
export function listedErrors(state: RowState, errors: readonly RowError[], { checkResult }: SheetRow) {
  if (state === 'repair') return errors
  return state === 'warned' ? (checkResult?.errors ?? []) : []
}

/** `Ready`, `Already order 100123`: the word in the grid and in the annotated file. */
export function stateInWords(state: RowState, checkResult: CheckResult | null): string {
  const order = checkResult?.orderId ?? ''
  const draft = `Draft ${order}, not submitted`
  const already = `Already order ${order}`
  const words: Record<RowState, string> = {
    repair: 'To fix',
    waiting: 'Not checked yet',
    ready: 'Ready',
    draft,
    standing: already,
    warned: checkResult?.orderState === 'draft' ? draft : already,
    drafted: `Draft ${order}`,
    submitted: `Submitted as order ${order}`,
  }
  return words[state]
}

/** The places of the rows to show: all, or those to repair or to compare with their orders, and those repaired meanwhile. */
export function visibleRowIndexes(
  rows: readonly SheetRow[],
  states: readonly RowState[],
  onlyRepair: boolean,
  repaired: ReadonlySet<number>,
): number[] {
  return rows.flatMap(({ row }, index) =>
    !onlyRepair || states[index] === 'repair' || states[index] === 'warned' || repaired.has(row)
      ? [index]
      : [],
  )
}

/** `470 ready · 30 to fix`. */
export function countsInWords(counts: Readonly<Record<RowState, number>>): string {
  const words: Record<RowState, string> = {
    ready: 'ready',
    repair: 'to fix',
    waiting: 'not checked yet',
    draft: counts.draft === 1 ? 'draft not submitted' : 'drafts not submitted',
    standing: 'ordered before',
    warned: 'ordered before, with a warning',
    drafted: 'saved as drafts',
    submitted: 'submitted',
  }
  const order: readonly RowState[] = ['ready', 'repair', 'waiting']
  return [...order, ...ROW_STATES.filter((one) => !order.includes(one))]
    .filter((one) => counts[one] > 0 || one === 'ready' || one === 'repair')
    .map((one) => `${grouped(counts[one])} ${words[one]}`)
    .join(' · ')
}
