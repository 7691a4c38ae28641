import type { Hl7Segment } from '@medplum/core'
import type { Result } from './result.ts'

/** One order's part of a message: ORC, OBR and the segments below them. ORC or OBR may be missing. */
export interface OrderGroup {
  /** The PID that precedes it. */
  pid: Hl7Segment | null
  orc: Hl7Segment | null
  obr: Hl7Segment | null
  results: Result[]
  /** Notes of the group rather than of one result. */
  notes: Hl7Segment[]
  spm: Hl7Segment[]
}

type Under = Pick<OrderGroup, 'results' | 'notes' | 'spm'>
const nothing = (): Under => ({ results: [], notes: [], spm: [] })
const isEmpty = ({ results, notes, spm }: Under) => results.length + notes.length + spm.length === 0

/**
 * Splits a message into order groups. Notes belong to the result above them; results below a specimen (SPM)
 * were measured on it. What follows a PID is about that person: it belongs to the order that begins next. If
 * none does, it becomes a group of its own for the previous order, so that its person is compared.
 */
export function orderGroups(segments: readonly Hl7Segment[]): OrderGroup[] {
  const groups: OrderGroup[] = []
  /** What precedes an order (notes on the patient) and belongs to it. */
  let before = nothing()
  let isBefore = true
  let pid: Hl7Segment | null = null
  let noted: Hl7Segment[] = before.notes
  /** How many results of a group came before its start. */
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
  /** Closes what lies between two persons without an order. */
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
        // A repeated PID is the same person.
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
