import { element, first, type Interchange, type Segment, X12Fault } from './x12.ts'

/**
 * Throws if an interchange rejects ours: TA1 for the envelope, 999 for the form. Both may also accept it and
 * come together with the answer itself.
 */
export function assertTaken({ acknowledgements, transactions }: Interchange): void {
  for (const segment of acknowledgements)
    if (element(segment, 4) === 'R')
      throw new X12Fault(
        'refused',
        `The interchange was refused (TA1, note ${element(segment, 5) || 'not given'})`,
      )
  for (const { type, segments } of transactions) {
    if (type !== '999') continue
    const verdicts = segments.filter(([id]) => id === 'IK5' || id === 'AK9')
    if (verdicts.some((segment) => REFUSED.has(element(segment, 1))))
      throw new X12Fault(
        'refused',
        ['The eligibility request was refused (999)', ...segments.flatMap(fault)].join('; '),
      )
  }
}

/** IK501 and AK901: rejected, for whatever reason. */
const REFUSED = new Set(['R', 'M', 'W', 'X'])

/**
 * What a 999 reports as wrong. Its copies of the sent values (IK404) are left out: they may name a patient.
 */
function fault(segment: Segment, index: number, all: readonly Segment[]): string[] {
  const segmentName = element(first(all.slice(0, index).toReversed(), 'IK3'), 1)
  if (segment[0] === 'IK3')
    return [`segment ${element(segment, 1)} at ${element(segment, 2)}: error ${element(segment, 4) || '-'}`]
  if (segment[0] === 'IK4')
    return [`${segmentName} element ${element(segment, 1)}: error ${element(segment, 3) || '-'}`]
  if (segment[0] === 'IK5' && element(segment, 2)) return [`transaction: error ${element(segment, 2)}`]
  if (segment[0] === 'AK9' && element(segment, 5)) return [`group: error ${element(segment, 5)}`]
  return []
}
