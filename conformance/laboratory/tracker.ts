import { openMessage, textOf } from '#adapters/hl7/message.ts'
import type { LaboratoryOrder, LabUpdate, ReadMessage } from '#adapters/laboratory/port.ts'
import { matchPerson } from '#domain/reports/person.ts'
import type { Answering, Received } from '../link.ts'
import { type Holds, NotTried } from '../script.ts'
import { LAST_NAME } from './order.ts'
import { type LaboratoryAct, type LaboratorySystem, RUN, updatesOf } from './system.ts'

/** What every message of a laboratory must have. */
export const EVERY_MESSAGE = ['L-08', 'L-10', 'L-11', 'L-12', 'L-13', 'L-14', 'L-31']

/** What the laboratory has sent about the kit's orders so far. */
export function trackLaboratory({ link, act }: LaboratorySystem) {
  /** The first filler number of each order. */
  const fillers = new Map<number, string>()
  const texts = new Map<string, string>()

  /** Checks what holds for each message: that the portal reads it, and whose it is. */
  function check(received: Received<ReadMessage>, order: LaboratoryOrder, holds: Holds): LabUpdate[] {
    const { raw, read } = received
    const isReadable = read.kind === 'news'
    holds('L-10', isReadable, read.kind === 'refused' ? read.reason : `${read.type} is no update of an order`)
    const before = texts.get(`${read.sender}|${read.controlId}`)
    holds('L-31', before === undefined || before === raw, `MSH-10 ${read.controlId} was another message's`)
    texts.set(`${read.sender}|${read.controlId}`, raw)
    const updates = read.kind === 'news' ? read.updates : []
    holds(
      'L-11',
      updates.length > 0 && updatesOf(received, order.orderId).length === updates.length,
      `not every group names order ${order.orderId} in OBR-2 or ORC-2`,
    )
    for (const update of updates) {
      const number = update.laboratoryNumber
      const first = fillers.get(order.orderId)
      if (number && first === undefined) fillers.set(order.orderId, number)
      if (number)
        holds('L-12', first === undefined || first === number, `the number was ${first}, and is ${number}`)
      if (update.patient) {
        const { orderId, document, institution } = order
        const assigners = [institution.code, institution.name]
        const { outcome } = matchPerson(update.patient, { orderId, people: document.patients, assigners })
        holds('L-13', outcome === 'accepted', `PID does not name one person of the order (${outcome})`)
        const isNamed = update.patient.names.some(({ last }) => last === LAST_NAME)
        holds('L-08', isNamed, `PID-5 has another spelling than ${LAST_NAME}`)
      }
    }
    holds('L-14', hasTimes(raw), 'neither OBR-22 nor MSH-7 is a time with an offset')
    return updates
  }

  return {
    fillerOf: (order: LaboratoryOrder): string | null => fillers.get(order.orderId) ?? null,
    check,
    /**
     * Has something done with an order, and waits for the message that reads as it (`isIt`); it is checked. A message about
     * the order that reads as something else breaks the sentence `shows`.
     */
    async after(
      { words, ...what }: LaboratoryAct,
      order: LaboratoryOrder,
      holds: Holds,
      { shows, isIt, answering = 'take' }: Expected,
    ): Promise<{ received: Received<ReadMessage>; updates: LabUpdate[] }> {
      const before = link.received.length
      const coming = link.next(({ read }) => concerns(read, order, isIt), answering)
      // Handled here too: a stop of the link while the act is done must not go unseen.
      coming.catch(() => undefined)
      await act({ words, ...what })
      const received = await coming
      if (!received) {
        const others = link.received.slice(before).filter(({ read }) => concerns(read, order, () => true))
        if (others.length === 0) throw new NotTried(`Nothing came after: ${words}`)
        holds(shows, false, `what came does not read as: ${words}`)
        throw new NotTried(`What came does not read as: ${words}`)
      }
      const updates = check(received, order, holds).filter(isIt)
      if (updates.length === 0)
        throw new NotTried('The portal cannot read the message as one about the order')
      holds(shows, true, '')
      return { received, updates }
    },
  }
}

/** The message that a step waits for. */
interface Expected {
  /** The number of the sentence that it shows. */
  shows: string
  isIt(update: LabUpdate): boolean
  answering?: Answering
}

export type LaboratoryTracker = ReturnType<typeof trackLaboratory>

/** Whether a message is about an order, or cannot be read, or names no order that it could be about. */
function concerns(
  read: ReadMessage,
  { orderId }: LaboratoryOrder,
  isIt: (update: LabUpdate) => boolean,
): boolean {
  if (read.kind !== 'news') return read.kind === 'refused'
  // The kit's orders follow each other: the others of the run are not far.
  const isOthers = (update: LabUpdate) =>
    update.orderId !== null && update.orderId !== orderId && Math.abs(update.orderId - orderId) < RUN
  return read.updates.some((update) => isIt(update) && !isOthers(update))
}

/** OBR-22 of each group, else MSH-7, has an offset from UTC. */
function hasTimes(raw: string): boolean {
  const opened = openMessage(raw)
  if (opened.kind === 'refused') return false
  const sent = textOf(opened.message.header, 7)
  const obr = opened.message.segments.filter(({ name }) => name === 'OBR')
  const times = obr.length > 0 ? obr.map((segment) => textOf(segment, 22) || sent) : [sent]
  return times.every((time) => /^\d{12,14}(\.\d{1,4})?[+-]\d{4}$/.test(time))
}
