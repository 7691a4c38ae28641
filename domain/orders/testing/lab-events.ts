import type { LabEvent, LabEventContent, Progress } from '../lab-events.ts'
import { projectLabEvents } from '../lab-projection.ts'

const HOUR = 3_600_000
/** Monday, 2 March 2026, ten in the morning at the laboratory. */
const MONDAY = Date.parse('2026-03-02T16:00:00Z')
export const onDay = (day: number, hour = 0) => new Date(MONDAY + day * 24 * HOUR + hour * HOUR)

/** Events, each on a day counted from Monday, 2 March 2026. */
export function labEvents(...entries: [day: number, content: LabEventContent][]): LabEvent[] {
  return entries.map(([day, what]) => ({ ...what, at: onDay(day), key: `${day} ${JSON.stringify(what)}` }))
}
export const TEN_DAYS = { turnaroundDays: 10, samples: ['s1', 's2'] }
export const TWO_TESTS = { ...TEN_DAYS, tests: ['WES', 'CMA'] }
export const projection = (...entries: [day: number, content: LabEventContent][]) =>
  projectLabEvents(labEvents(...entries), TEN_DAYS)

export const progress = (to: Progress, bySpecimen = false): LabEventContent => ({
  kind: 'progress',
  progress: to,
  bySpecimen,
})
export const testCancelled = (test: string): LabEventContent => ({
  ...{ kind: 'progress', progress: 'cancelled', bySpecimen: false, test },
})
export const held = (hold: string, words = 'Which?'): LabEventContent => ({
  kind: 'held',
  hold,
  holdKind: 'consent',
  words,
})
export const released = (hold: string | null): LabEventContent => ({ kind: 'released', hold })
export const arrived = (sample: string): LabEventContent => ({ kind: 'arrived', sample })
export const rejected = (sample: string, code = 'QS'): LabEventContent => ({
  kind: 'rejected',
  sample,
  code,
  words: 'Too little',
})
export const report = (fileKey: string, testCode = 'WES', corrected = false): LabEventContent => ({
  ...{ kind: 'report', testCode, fileKey, bytes: 9, corrected },
})
export const treatment = (key: string, text: string): LabEventContent => ({
  ...{ kind: 'treatment', treatment: key, testCode: 'WES', title: 'Diet', text },
})
