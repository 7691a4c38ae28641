import { table } from '../table.ts'
/**
 * The status of a report, independent of the message standard (CLIA 493.1291(k); FHIR
 * diagnostic-report-status).
 */
export const REPORT_STATUSES = [
  'preliminary',
  'partial',
  'final',
  'addended',
  'amended',
  'corrected',
  'withdrawn',
  'cancelled',
] as const
export type ReportStatus = (typeof REPORT_STATUSES)[number]

/**
 * The status of a result in a message: a report's status; `unclear` if its codes contradict each other or are
 * missing; `none` if it is not about a result (an order's echo, a specimen that has arrived).
 */
export const MESSAGE_STATUSES = [...REPORT_STATUSES, 'unclear', 'none'] as const
export type MessageStatus = (typeof MESSAGE_STATUSES)[number]

/**
 * Why a report changed, according to the laboratory. Only `result`, `wrong-patient` and `demographic` are
 * errors of the previous version; a reclassification was correct by what was known then.
 */
export const REPORT_CHANGES = [
  'addendum',
  'reclassification',
  'interpretation',
  'result',
  'demographic',
  'wrong-patient',
  'format',
] as const
export type ReportChange = (typeof REPORT_CHANGES)[number]

/** OBR-25, HL7 table 0123. `as-result`: it is empty, so OBX-11 decides. */
const OBR_25 = table<MessageStatus | 'as-result'>({
  O: 'none',
  I: 'none',
  S: 'none',
  N: 'none',
  A: 'partial',
  P: 'preliminary',
  R: 'partial',
  F: 'final',
  C: 'corrected',
  // Corrected, but not final yet.
  M: 'preliminary',
  X: 'cancelled',
})

/** OBX-11, HL7 table 0085 with A of 2.8 and B, V of later versions. `as-report`: OBR-25 decides. */
const OBX_11 = table<MessageStatus | 'as-report' | 'unobtainable'>({
  C: 'corrected',
  A: 'amended',
  B: 'addended',
  F: 'final',
  V: 'final',
  U: 'final',
  P: 'preliminary',
  R: 'preliminary',
  S: 'partial',
  D: 'withdrawn',
  W: 'withdrawn',
  X: 'unobtainable',
  I: 'none',
  N: 'none',
  O: 'none',
  'I, N WITH A RESULT': 'unclear',
})

/** OBX-11 I or N, "pending" and "not asked for", on a row with a result: a person must check it. */
export const PENDING_WITH_RESULT = 'I, N with a result'

/** The codes with a row or column in the printed table; '?' stands for any other. */
export const OBR_25_CODES = ['', 'O', 'I', 'S', 'N', 'A', 'P', 'R', 'F', 'C', 'M', 'X', '?'] as const
export const OBX_11_CODES = [
  ...([
    '',
    'F',
    'V',
    'U',
    'P',
    'R',
    'S',
    'C',
    'A',
    'B',
    'D',
    'W',
    'X',
    'I',
    'N',
    'O',
    PENDING_WITH_RESULT,
    '?',
  ] as const),
]

/** The status of one result (OBX), by OBR-25 and its own OBX-11; an unknown code counts as missing. */
export function resultStatus(obr25: string, obx11: string): MessageStatus {
  const report = OBR_25[obr25.toUpperCase()] ?? 'as-result'
  const result = OBX_11[obx11.toUpperCase()] ?? 'as-report'
  if (result === 'withdrawn' || result === 'none' || result === 'unclear') return result
  if (result === 'unobtainable') return report === 'cancelled' ? 'cancelled' : 'withdrawn'
  if (result === 'as-report') return report === 'as-result' || report === 'none' ? 'unclear' : report
  const isOpen = result === 'preliminary' || result === 'partial'
  switch (report) {
    case 'as-result':
      return result
    // "No results available", but here is one.
    case 'none':
      return isOpen ? result : 'unclear'
    case 'cancelled':
      return 'unclear'
    case 'preliminary':
    case 'partial':
      return report
    case 'corrected':
      return result === 'final' ? 'corrected' : result
    default:
      return result
  }
}

/** The status of a group without any result, by OBR-25 alone. */
function emptyStatus(obr25: string): MessageStatus {
  const report = OBR_25[obr25.toUpperCase()] ?? 'as-result'
  return report === 'as-result' ? 'none' : report
}

/**
 * The status of a group of one OBR: `obx11` of each of its results. A withdrawn result next to a valid one
 * was replaced by it; one that is still open makes the whole partial.
 */
export function reportStatus(obr25: string, obx11: readonly string[]): MessageStatus {
  const all = obx11.map((code) => resultStatus(obr25, code)).filter((status) => status !== 'none')
  if (obx11.length === 0) return emptyStatus(obr25)
  if (all.length === 0) return 'none'
  const valid = all.filter((status) => status !== 'withdrawn' && status !== 'cancelled')
  if (valid.length === 0) return all.includes('withdrawn') ? 'withdrawn' : 'cancelled'
  const has = (status: (typeof valid)[number]) => valid.includes(status)
  if (has('unclear')) return 'unclear'
  if (valid.every((status) => status === 'preliminary')) return 'preliminary'
  if (has('preliminary') || has('partial')) return 'partial'
  return (['corrected', 'amended', 'addended'] as const).find(has) ?? 'final'
}

/** DiagnosticReport.status (FHIR R4). */
export const FHIR_STATUSES = {
  registered: 'none',
  partial: 'partial',
  preliminary: 'preliminary',
  final: 'final',
  amended: 'amended',
  corrected: 'corrected',
  appended: 'addended',
  cancelled: 'cancelled',
  'entered-in-error': 'withdrawn',
  unknown: 'unclear',
} as const satisfies Record<string, MessageStatus>

/** Observation.status as the OBX-11 of the same meaning, of one that is not a result yet; any other is a result. */
const OPEN_OBSERVATIONS = table<string>({ registered: 'I', preliminary: 'P', unknown: PENDING_WITH_RESULT })
const COMPLETE: readonly MessageStatus[] = ['final', 'addended', 'amended', 'corrected']

/**
 * The status of a DiagnosticReport with these Observations: as in HL7, one that is called complete is not if a result in it
 * is still open, and one whose status is unknown must be checked by a person.
 */
export function fhirStatus(
  report: keyof typeof FHIR_STATUSES,
  observations: readonly { status: string; hasValue: boolean }[],
): MessageStatus {
  const stated = FHIR_STATUSES[report]
  if (!COMPLETE.includes(stated)) return stated
  const codes = observations.map(({ status, hasValue }) =>
    status === 'registered' && hasValue ? PENDING_WITH_RESULT : (OPEN_OBSERVATIONS[status] ?? 'F'),
  )
  const combined = reportStatus('F', codes)
  return ['preliminary', 'partial', 'unclear'].includes(combined) ? combined : stated
}

/**
 * The status refined by the laboratory's kind of change: C in OBR-25 or OBX-11 means that a report changed,
 * not that the previous one was an error.
 */
export function withChange(status: MessageStatus, change: ReportChange | null): MessageStatus {
  if (status !== 'corrected' && status !== 'amended' && status !== 'final') return status
  if (change === 'wrong-patient') return status
  if (change === 'addendum') return 'addended'
  if (change === 'reclassification' || change === 'interpretation' || change === 'format') return 'amended'
  return change === 'result' || change === 'demographic' ? 'corrected' : status
}
