import {
  CARRIED_CONTENTS,
  CURRENT_REPORT_STATES,
  doubtIn,
  REPORT_DECISIONS,
  REPORT_DOUBTS,
  type ReportDecision,
} from '../decisions.ts'
import { FHIR_STATUSES, OBR_25_CODES, OBX_11_CODES, resultStatus } from '../statuses.ts'

const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
const code = (text: string) => (text === '' ? 'empty' : text === '?' ? 'other' : `\`${text}\``)

const CARRIED_WORDS: Record<(typeof CARRIED_CONTENTS)[number], string> = {
  nothing: 'no report',
  repeat: 'the same report',
  same: 'the same, with another status',
  new: 'a new report',
  older: 'an older report',
  superseded: 'a replaced report',
  withdrawn: 'a withdrawn report',
}

function decisionInWords(decision: ReportDecision): string {
  const why = doubtIn(decision)
  return why ? `waits: ${why}` : decision
}

/** The tables of docs/interfaces.md that decide how reports are filed, written from the code. */
export function printedTables(): string {
  const statuses = Object.keys(REPORT_DECISIONS) as (keyof typeof REPORT_DECISIONS)[]
  return [
    'What one result (OBX) is, by OBX-11 (rows) and OBR-25 (columns):',
    table(
      ['OBX-11', ...OBR_25_CODES.map(code)],
      OBX_11_CODES.map((obx) => [code(obx), ...OBR_25_CODES.map((obr) => resultStatus(obr, obx))]),
    ),
    'In FHIR, by `DiagnosticReport.status`:',
    table(
      ['status', 'meaning'],
      Object.entries(FHIR_STATUSES).map(([status, is]) => [code(status), is]),
    ),
    'What becomes of a message, by its status and the current report (rows), and by its content (columns):',
    table(
      ['status', 'current report', ...CARRIED_CONTENTS.map((carried) => CARRIED_WORDS[carried])],
      statuses.flatMap((status) =>
        CURRENT_REPORT_STATES.map((current) => [
          status,
          current,
          ...CARRIED_CONTENTS.map((carried) => decisionInWords(REPORT_DECISIONS[status][current][carried])),
        ]),
      ),
    ),
    'Why a message waits for Support:',
    table(
      ['reason', 'text'],
      Object.entries(REPORT_DOUBTS).map(([reason, words]) => [reason, words]),
    ),
  ].join('\n\n')
}
