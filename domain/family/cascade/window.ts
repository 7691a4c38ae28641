import type { IsoDate } from '../../dates/dates.ts'
import type { VariantClass } from '../../orders/known-variants.ts'
import { addDays } from '../../turnaround/laboratory-days.ts'
import { daysBetween } from '../partial-date.ts'

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

/** Whether the laboratory tests this relative without a charge on this day. */
export function isInWindow(
  window: Pick<TestingWindow, 'who'>,
  state: Pick<WindowState, 'daysLeft' | 'placesLeft'>,
  degree: number | null,
): boolean {
  if (state.daysLeft < 0 || state.placesLeft === 0 || degree === null) return false
  return window.who === 'blood' || degree === 1
}

/** A window of a relative's test, as it stands today. */
type OpenWindow = Pick<WindowState, 'endsOn' | 'daysLeft' | 'placesLeft'> &
  Pick<TestingWindow, 'until' | 'who'>

/**
 * The last days of the windows that are open to a relative of this degree: of any, and of those in which ordering by then is
 * enough, which is what a letter can promise. A specimen's day of arrival is nothing that its reader can keep.
 */
export function lastDaysFor(windows: readonly OpenWindow[], degree: number | null) {
  const open = windows.filter((window) => isInWindow(window, window, degree))
  const last = (of: readonly OpenWindow[]): IsoDate | null =>
    of
      .map(({ endsOn }) => endsOn)
      .sort()
      .at(-1) ?? null
  return { ofAny: last(open), ofOrder: last(open.filter(({ until }) => until === 'ordered')) }
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
