import { PROBAND } from '../orders/document.ts'
import type { LabEvent } from '../orders/lab-events.ts'
import type { FiledReport } from './report-update.ts'

/** The messages about an order's reports in order of arrival, with the result desk's decisions. */
export function filedReportsIn(labEvents: readonly LabEvent[]): FiledReport[] {
  const decisions = new Map<string, NonNullable<FiledReport['decided']>>()
  for (const event of labEvents)
    if (event.kind === 'decided') {
      const { outcome, as, of } = event
      decisions.set(event.result, { outcome, as, ...(of === undefined ? {} : { of }) })
    }
  return labEvents.flatMap((event) => {
    const filed = filedReport(event)
    if (!filed) return []
    const decided = decisions.get(filed.key)
    return [decided ? { ...filed, decided } : filed]
  })
}

function filedReport(event: LabEvent): FiledReport | null {
  if (event.kind === 'result') {
    const { kind, at, madeAt, sentAt, ...filed } = event
    return { ...filed, madeAt: new Date(madeAt), sentAt: new Date(sentAt) }
  }
  return event.kind === 'report' ? ofBefore(event) : null
}

/** A report from before statuses were stored: final, or changed in an unknown way. */
function ofBefore({
  key,
  at,
  testCode,
  fileKey,
  bytes,
  corrected,
}: LabEvent & { kind: 'report' }): FiledReport {
  return {
    ...{ key, person: PROBAND, status: corrected ? 'amended' : 'final', words: '', change: null },
    identity: { filler: '', accession: '', testCode, group: '' },
    parts: [
      {
        ...{ kind: 'document', label: '', filename: 'report.pdf', mediaType: 'application/pdf' },
        ...{ fileKey, bytes },
      },
    ],
    ...{ madeAt: at, sentAt: at },
  }
}
