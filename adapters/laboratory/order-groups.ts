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

type Under = Pick<OrderGroup, 'results' | 'notes' | 'spm'>
const nothing = (): Under => ({ results: [], notes: [], spm: [] })
const isEmpty = ({ results, notes, spm }: Under) => results.length + notes.length + spm.length === 0

/**
 * Under a result stand its own notes; below a specimen (SPM) stands what was measured of it. What follows a PID is about
 * that person: it goes with the order that begins next, and without one it is a group of its own, of the order before, so
 * that whose it is gets asked.
 */
export function orderGroups(segments: readonly Hl7Segment[]): OrderGroup[] {
  const groups: OrderGroup[] = []
  /** What stands before an order (notes on the patient), and is told with it. */
  let before = nothing()
  let isBefore = true
  let pid: Hl7Segment | null = null
  let noted: Hl7Segment[] = before.notes
  /** How many results a group has from before it began. */
  let early = 0
  const begin = (orc: Hl7Segment | null, obr: Hl7Segment | null) => {
    const under = before
    before = nothing()
    isBefore = false
    const group: OrderGroup = { pid, orc, obr, ...under }
    groups.push(group)
    noted = group.notes
    early = under.results.length
  }
  /** What stands between two people, and of which no order begins. */
  const finishGroup = () => {
    const last = groups.at(-1)
    if (!last || isEmpty(before)) return
    begin(last.orc, last.obr)
  }
  for (const segment of segments) {
    const current = groups.at(-1)
    const under = isBefore || !current ? before : current
    switch (segment.name) {
      case 'PID':
        // Said once more, it is the same person.
        if (current && current.pid?.toString() === segment.toString()) break
        if (pid?.toString() !== segment.toString()) finishGroup()
        pid = segment
        isBefore = true
        noted = before.notes
        break
      case 'ORC':
        begin(segment, null)
        break
      case 'OBR':
        if (!isBefore && current?.obr === null && current.results.length === early) current.obr = segment
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
  finishGroup()
  return groups
}
