import type { Hl7Segment } from '@medplum/core'
import { textOf } from '#adapters/hl7/message.ts'
import type { ReceivedOrder } from './received.ts'

/** TQ1-8 and 9; in version 2.3 components 5 and 6 of ORC-7. Nothing for a routine order without a day. */
export function priorityOf(segments: readonly Hl7Segment[]): Pick<ReceivedOrder, 'priority'> {
  const timing = segments.find(({ name }) => name === 'TQ1')
  const orc = segments.find(({ name }) => name === 'ORC')
  const [neededBy = '', code = ''] = timing
    ? [textOf(timing, 8), textOf(timing, 9)]
    : orc
      ? [textOf(orc, 7, 5), textOf(orc, 7, 6)]
      : []
  const why = segments.find((one) => one.name === 'OBX' && textOf(one, 3) === 'PRIORITY-REASON')
  if (neededBy === '' && ['', 'R'].includes(code)) return {}
  return { priority: { code, neededBy, reason: why ? textOf(why, 5) : '' } }
}
