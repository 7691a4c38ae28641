import type { Hl7Segment } from '@medplum/core'
import { textOf } from '#adapters/hl7/message.ts'
import { table } from '#domain/table.ts'
import type { ReceivedFinding } from './received.ts'

/** What follows a finding, by the code in OBX-3. */
const DETAILS = table<'onset' | 'severity' | 'note'>({
  'PHENOTYPE-ONSET': 'onset',
  'PHENOTYPE-ONSET-GESTATION': 'onset',
  'PHENOTYPE-SEVERITY': 'severity',
  'PHENOTYPE-NOTE': 'note',
})

/** The findings among a test's answers: OBX-3.3 is HPO. Left out if there are none. */
export function findingsIn(below: readonly Hl7Segment[]): { findings?: ReceivedFinding[] } {
  const findings: ReceivedFinding[] = []
  for (const segment of below) {
    if (segment.name !== 'OBX') continue
    const [code, value] = [textOf(segment, 3), textOf(segment, 5)]
    const last = findings.at(-1)
    const detail = DETAILS[code]
    if (textOf(segment, 3, 3) === 'HPO')
      findings.push({ about: textOf(segment, 4), termId: code, label: textOf(segment, 3, 2), found: value })
    else if (last && detail) last[detail] = value
  }
  return findings.length === 0 ? {} : { findings }
}
