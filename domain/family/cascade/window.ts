import type { IsoDate } from '../../dates/dates.ts'
import type { VariantClass } from '../../orders/known-variants.ts'
import { addDays } from '../../turnaround/laboratory-days.ts'
import { daysBetween } from '../partial-date.ts'
import type { RelativeState } from './relatives.ts'

/** Until when, and for whom, the laboratory tests relatives without a charge: data of its catalogue. */
export interface TestingWindow {
  /** Calendar days from the report. */
  days: number
  /** What has to have happened by then. */
  until: 'ordered' | 'received'
  /** Relatives by blood, or of the first degree only. */
  who: 'blood' | 'first degree'
  /** How many relatives; null for any number. */
  most: number | null
}

export interface WindowState {
  /** The last day. */
  endsOn: IsoDate
  /** 0 on the last day; negative afterwards. */
  daysLeft: number
  /** Days on which to remind: half of the time, 14 and 3 days before the end; later ones only. */
  remindOn: IsoDate[]
  /** How many more relatives; null for any number. */
  placesLeft: number | null
}

/** Where the window of a finding stands. `used`: relatives who were ordered for (or received) already. */
export function windowState(
  window: TestingWindow,
  { reportedOn, today, used }: { reportedOn: IsoDate; today: IsoDate; used: number },
): WindowState {
  const endsOn = addDays(reportedOn, window.days)
  const reminders = reminderDays(reportedOn, endsOn)
  return {
    endsOn,
    daysLeft: daysBetween(today, endsOn)?.least ?? 0,
    remindOn: [...new Set(reminders)].filter((day) => day >= today && day > reportedOn).sort(),
    placesLeft: window.most === null ? null : Math.max(0, window.most - used),
  }
}

/** Half of the time, 14 and 3 days before the end. */
function reminderDays(reportedOn: IsoDate, endsOn: IsoDate): IsoDate[] {
  const days = daysBetween(reportedOn, endsOn)?.least ?? 0
  return [addDays(reportedOn, Math.floor(days / 2)), addDays(endsOn, -14), addDays(endsOn, -3)]
}

/** The newest reminder that is due and not too late: on its day or afterwards, until the window ends; null: none. */
export function reminderOn({
  reportedOn,
  endsOn,
  today,
}: Record<'reportedOn' | 'endsOn' | 'today', IsoDate>): IsoDate | null {
  if (today > endsOn) return null
  const due = reminderDays(reportedOn, endsOn).filter((day) => day > reportedOn && day <= today)
  return due.sort().at(-1) ?? null
}

/** A relative of somebody with a finding, and where their step stands. */
export interface WindowRelative {
  /** Null: not related by blood. */
  degree: number | null
  state: RelativeState
}

const PLACED: readonly RelativeState[] = ['code redeemed', 'sample', 'tested', 'positive', 'negative']

/** Whether a relative has taken one of a window's places: their code was redeemed, or more. */
export const hasPlace = ({ state }: Pick<WindowRelative, 'state'>) => PLACED.includes(state)

/** Whether the laboratory tests this relative without a charge on this day. Whoever has a place keeps it when no more are left. */
export function isInWindow(
  window: Pick<TestingWindow, 'who'>,
  { daysLeft, placesLeft }: Pick<WindowState, 'daysLeft' | 'placesLeft'>,
  relative: WindowRelative,
): boolean {
  if (daysLeft < 0 || relative.degree === null) return false
  if (placesLeft === 0 && !hasPlace(relative)) return false
  return window.who === 'blood' || relative.degree === 1
}

/** A window of a relative's test, as it stands today. */
export type OpenWindow = Pick<WindowState, 'endsOn' | 'daysLeft' | 'placesLeft'> &
  Pick<TestingWindow, 'until' | 'who'>

/**
 * The last days of the windows that are open to a relative: of any, and of those in which ordering by then is
 * enough, which is what a letter can promise. A specimen's day of arrival is nothing that its reader can keep.
 */
export function lastDaysFor(windows: readonly OpenWindow[], relative: WindowRelative) {
  const open = windows.filter((window) => isInWindow(window, window, relative))
  const last = (of: readonly OpenWindow[]): IsoDate | null =>
    of
      .map(({ endsOn }) => endsOn)
      .sort()
      .at(-1) ?? null
  return { ofAny: last(open), ofOrder: last(open.filter(({ until }) => until === 'ordered')) }
}

/**
 * Of each relative's open windows the one that ends last, each window once; of two with the same last day the one in which ordering is
 * enough. None for whom none is open.
 */
export function lastWindowsFor<Window extends OpenWindow>(
  windows: readonly Window[],
  relatives: readonly WindowRelative[],
): Window[] {
  const inOrder = windows.toSorted((a, b) =>
    a.endsOn === b.endsOn
      ? Number(a.until === 'ordered') - Number(b.until === 'ordered')
      : a.endsOn < b.endsOn
        ? -1
        : 1,
  )
  const last = (relative: WindowRelative) =>
    inOrder.findLast((window) => isInWindow(window, window, relative)) ?? []
  return [...new Set(relatives.flatMap(last))]
}

/** What the laboratory sets for a test that it offers to relatives, besides its days. */
export interface FamilyTestingTerms extends Omit<TestingWindow, 'days'> {
  classes: readonly VariantClass[]
  /** A report of one of these tests opens no window. */
  notTests: readonly string[]
}

/** Where the laboratory has set nothing but the days. */
const USUAL_TERMS: FamilyTestingTerms = {
  ...{ until: 'ordered', who: 'blood', most: null, notTests: [] },
  classes: ['Pathogenic', 'Likely pathogenic'],
}

/** The window of a relatives' test for a finding of a class, reported by a test; null if it is offered at its price only. */
export function windowFor(
  { familyDays, terms = USUAL_TERMS }: { familyDays: number | null; terms?: FamilyTestingTerms | undefined },
  { variantClass, reportedBy }: { variantClass: VariantClass; reportedBy: string },
): TestingWindow | null {
  const { classes, notTests, ...window } = terms
  if (familyDays === null || !classes.includes(variantClass) || notTests.includes(reportedBy)) return null
  return { ...window, days: familyDays }
}
