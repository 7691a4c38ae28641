import type { Hl7Segment } from '@medplum/core'
import type { Result } from './result-parts.ts'

/** One order's part of a message: an ORC, its OBR and what stands under it; ORC or OBR may be missing. */
export interface OrderGroup {
  /** The PID that stands before it. */
  pid: Hl7Segment | null
  orc: Hl7Segment | null
  obr: Hl7Segment | null
  results: Result[]
  /** The notes of the group, and not of one result. */
  notes: Hl7Segment[]
  spm: Hl7Segment[]
}

/** Under a result stand its own notes; below a specimen (SPM) stands what was measured of it. */
export function orderGroups(segments: readonly Hl7Segment[]): OrderGroup[] {
  const groups: OrderGroup[] = []
  // What stands before the first order (notes on the patient) is told with it.
  const before: Pick<OrderGroup, 'results' | 'notes' | 'spm'> = { results: [], notes: [], spm: [] }
  let pid: Hl7Segment | null = null
  let noted: Hl7Segment[] = before.notes
  /** How many results a group has from before it began. */
  let early = 0
  const begin = (orc: Hl7Segment | null, obr: Hl7Segment | null) => {
    const under = groups.length === 0 ? before : { results: [], notes: [], spm: [] }
    const group: OrderGroup = { pid, orc, obr, ...under }
    groups.push(group)
    noted = group.notes
    early = under.results.length
  }
  for (const segment of segments) {
    const current = groups.at(-1)
    const under = current ?? before
    switch (segment.name) {
      case 'PID':
        pid = segment
        break
      case 'ORC':
        begin(segment, null)
        break
      case 'OBR':
        if (current?.obr === null && current.results.length === early) current.obr = segment
        else begin(null, segment)
        noted = groups.at(-1)?.notes ?? noted
        break
      case 'OBX': {
        const notes: Hl7Segment[] = []
        under.results.push({ obx: segment, notes })
        noted = notes
        break
      }
      case 'SPM':
        under.spm.push(segment)
        noted = under.notes
        break
      case 'NTE':
        noted.push(segment)
        break
    }
  }
  return groups
}
