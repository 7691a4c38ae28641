import type { FullSample, SampleRecord } from '#contract/sample.ts'
import { nextStep, type SampleStep, type SampleStepKind } from '#domain/samples/sample-history.ts'
import { showDate } from '#ui/dates.ts'

/** `Blood, Linh Nguyễn`. */
export function sampleTitle({
  specimenType,
  patientName,
}: Pick<SampleRecord, 'specimenType' | 'patientName'>) {
  return `${specimenType}, ${patientName}`
}

/** What is still to happen, before it has. */
const TO_COME = {
  collected: 'Collection',
  'taken-again': 'Recollection',
  sent: 'Shipment to the laboratory',
  arrived: 'Arrival at the laboratory',
  testing: 'Testing',
  reported: 'Report',
  rejected: 'Rejection',
  cancelled: 'Cancellation of the order',
  'to-take-again': 'Recollection by the clinic',
} as const satisfies Record<SampleStepKind, string>

/** `Report`; `Report of another test`, once one is out. */
export function toCome({ kind, detail }: Pick<SampleStep, 'kind' | 'detail'>): string {
  return [TO_COME[kind], detail].filter(Boolean).join(' ')
}

/** `Next: arrival at the laboratory, by 12 Mar 2026`; null if nothing is expected. */
export function nextInWords({
  timeline,
}: Pick<FullSample, 'timeline'>): { words: string; isLate: boolean } | null {
  const next = nextStep(timeline)
  if (next === null) return null
  const title = toCome(next)
  const what = `${title.charAt(0).toLowerCase()}${title.slice(1)}`
  const by = next.on ? `, ${next.isLate ? 'late since' : 'by'} ${showDate(next.on)}` : ''
  return { words: `Next: ${what}${by}`, isLate: next.isLate }
}
