import type { Answer } from '#adapters/hl7/port.ts'
import { HOLD_CODES } from '#adapters/laboratory/hold-codes.ts'
import type { LaboratoryChange, LabUpdate } from '#adapters/laboratory/port.ts'
import { HOLD_META } from '#domain/orders/hold-kinds.ts'
import { answered, inWords, isTaken } from '../answers.ts'
import { samplePdf } from '../sample-pdf.ts'
import { NotTried, type Step } from '../script.ts'
import { endSteps } from './end-steps.ts'
import { additionTo, inventedOrder, SPECIMEN } from './order.ts'
import { resultSteps } from './result-steps.ts'
import { type LaboratorySystem, type Orders, updatesOf } from './system.ts'
import { EVERY_MESSAGE, trackLaboratory } from './tracker.ts'

/** What holds for every answer. */
const ANSWER = { inTime: 'L-01', names: 'L-02' }
/** The documents of an answer, together, before Base64. */
const LARGE_BYTES = 20_000_000

/**
 * A laboratory's “Going live” as a script. `first` is the number of the first order; the numbers behind it are used too.
 */
export function laboratoryScript(system: LaboratorySystem, first: number, now: () => Date): Step[] {
  const { codec, link, tests } = system
  const tracker = trackLaboratory(system)
  const orders: Orders = {
    one: inventedOrder(first, tests, now()),
    other: inventedOrder(first + 1, tests.slice(0, 1), now()),
    ...{ third: first + 2, refusedId: null },
  }
  const { one, other } = orders
  let isOrdered = false
  const needed = () => {
    if (!isOrdered) throw new NotTried('The laboratory has not taken the order')
  }
  let additions = 0
  /** Sends an addition to the first order. */
  async function add(content: Partial<LaboratoryChange>): Promise<Answer | Error> {
    additions += 1
    const empty = additionTo(one, additions, tracker.fillerOf(one), now())
    return link.send(codec.writeChange({ ...empty, ...content }))
  }
  return [
    {
      does: 'sends an order with two tests, a relative and insurance',
      proves: ['L-01', 'L-02', 'L-03'],
      async run(holds) {
        const answer = answered(ANSWER, holds, await link.send(codec.writeOrder(one)))
        isOrdered = isTaken(answer)
        holds('L-03', isOrdered, inWords(answer))
      },
    },
    {
      does: 'sends it again, as if the acknowledgement had been lost',
      proves: ['L-01', 'L-02', 'L-04'],
      async run(holds) {
        needed()
        const answer = answered(ANSWER, holds, await link.send(codec.writeOrder(one)))
        holds('L-04', isTaken(answer), inWords(answer))
      },
    },
    {
      does: 'waits for the arrival of the specimens, and leaves its message without an answer once',
      proves: [...EVERY_MESSAGE, 'L-05', 'L-06', 'L-15', 'L-17', 'L-18'],
      async run(holds) {
        needed()
        const what = {
          orderId: one.orderId,
          words: `Register the arrival of the specimens of order ${one.orderId}`,
          act: { do: 'accession' },
        }
        const isArrival = ({ state }: LabUpdate) => state === 'accessioned'
        const left = await tracker.after(what, one, holds, {
          ...{ shows: 'L-15', isIt: isArrival, answering: 'leave' },
        })
        const again = await link.next((received) => updatesOf(received, one.orderId).some(isArrival))
        holds('L-05', again !== null, 'it did not come again')
        if (!again) throw new NotTried('The message did not come again')
        const [id, before] = [again.read.controlId, left.received.read.controlId]
        holds('L-06', id === before, `MSH-10 was ${before}, and is ${id} when it comes again`)
        const numbers = left.updates.flatMap(({ specimens }) => specimens)
        const isNamed = numbers.length > 0 && numbers.every(({ orderId }) => orderId === one.orderId)
        holds('L-17', isNamed, `SPM-2 does not name ${one.orderId}-${SPECIMEN}`)
        holds(
          'L-18',
          numbers.length > 0 && numbers.every(({ arrivedAt }) => arrivedAt !== null),
          'SPM-18 is missing',
        )
      },
    },
    {
      does: 'orders for somebody else, and refuses the message about the arrival',
      proves: [...EVERY_MESSAGE, 'L-01', 'L-02', 'L-03', 'L-15'],
      async run(holds) {
        needed()
        const answer = answered(ANSWER, holds, await link.send(codec.writeOrder(other)))
        holds('L-03', isTaken(answer), inWords(answer))
        if (!isTaken(answer)) throw new NotTried(inWords(answer))
        const what = {
          orderId: other.orderId,
          words: `Register the arrival of the specimens of order ${other.orderId}`,
          act: { do: 'accession' },
        }
        const isArrival = ({ state }: LabUpdate) => state === 'accessioned'
        const { received } = await tracker.after(what, other, holds, {
          ...{ shows: 'L-15', isIt: isArrival, answering: 'refuse' },
        })
        orders.refusedId = received.read.controlId
      },
    },
    {
      does: 'waits for the beginning of the test',
      proves: [...EVERY_MESSAGE, 'L-16'],
      async run(holds) {
        needed()
        const what = {
          orderId: one.orderId,
          words: `Begin the test of order ${one.orderId}`,
          act: { do: 'in-process' },
        }
        await tracker.after(what, one, holds, {
          ...{ shows: 'L-16', isIt: ({ state }) => state === 'in-process' },
        })
      },
    },
    {
      does: 'waits for a hold, answers it with a document, and waits for its release',
      proves: [...EVERY_MESSAGE, 'L-01', 'L-02', 'L-09', 'L-19', 'L-20', 'L-21', 'L-22'],
      async run(holds) {
        needed()
        const held = await tracker.after(
          {
            orderId: one.orderId,
            words: `Put order ${one.orderId} on hold with a question to the clinic`,
            act: { do: 'hold', code: HOLD_CODES.consent, words: 'The consent is not signed' },
          },
          one,
          holds,
          { shows: 'L-19', isIt: ({ hold }) => hold !== null },
        )
        const hold = held.updates[0]?.hold
        if (!hold) throw new NotTried('There is no hold in the message')
        // Without words of its own the portal shows the kind's.
        const isWorded = hold.words !== HOLD_META[hold.kind].title
        holds('L-20', hold.key !== '' && isWorded, 'ORC-16 has no number or code, or no words')
        const document = (bytes: number) => ({
          filename: 'consent.pdf',
          ...{ mediaType: 'application/pdf', content: samplePdf('Signed consent', bytes) },
        })
        const about = { hold: { kind: hold.kind, key: hold.key }, text: 'It is signed now.' }
        const answer = answered(ANSWER, holds, await add({ answer: { ...about, documents: [document(0)] } }))
        holds('L-22', isTaken(answer), inWords(answer))
        const large = await add({ answer: { ...about, documents: [document(LARGE_BYTES)] } })
        holds('L-09', isTaken(large), inWords(large))
        const released = await tracker.after(
          { orderId: one.orderId, words: `Release the hold of order ${one.orderId}`, act: { do: 'release' } },
          one,
          holds,
          { shows: 'L-21', isIt: ({ release }) => release !== null },
        )
        const key = released.updates[0]?.release?.key
        holds('L-21', key === null || key === hold.key, `ORC-16 names ${key}; the hold was ${hold.key}`)
      },
    },
    {
      does: 'waits for a rejected specimen, sends another, and waits for its arrival',
      proves: [...EVERY_MESSAGE, 'L-01', 'L-02', 'L-22', 'L-23', 'L-24'],
      async run(holds) {
        needed()
        const rejected = await tracker.after(
          {
            orderId: one.orderId,
            words: `Reject specimen ${one.orderId}-${SPECIMEN}: too little blood`,
            act: { do: 'reject', specimen: SPECIMEN, code: 'QS' },
          },
          one,
          holds,
          {
            shows: 'L-23',
            isIt: ({ specimens }) => specimens.some((specimen) => specimen.rejected !== null),
          },
        )
        const found = rejected.updates.flatMap(({ specimens }) => specimens).find((each) => each.rejected)
        const isNamed = found?.orderId === one.orderId && found.key === SPECIMEN
        holds('L-23', isNamed, `SPM-2 names ${found?.orderId}-${found?.key}`)
        const key = `${SPECIMEN}-r1`
        const answer = answered(
          ANSWER,
          holds,
          await add({
            specimen: {
              ...{ key, type: 'Blood', dateOfCollection: now().toISOString().slice(0, 10) },
              ...{ patientKey: 'proband', shipment: { carrier: 'Fedex', trackingNumber: '123456789012' } },
            },
          }),
        )
        holds('L-22', isTaken(answer), inWords(answer))
        const arrived = await tracker.after(
          {
            orderId: one.orderId,
            words: `Register the arrival of specimen ${one.orderId}-${key}`,
            act: { do: 'accession', specimens: [`${one.orderId}-${key}`] },
          },
          one,
          holds,
          {
            shows: 'L-24',
            isIt: ({ specimens }) =>
              specimens.some(({ arrivedAt, rejected: no }) => arrivedAt !== null && !no),
          },
        )
        const keys = arrived.updates.flatMap(({ specimens }) => specimens.map((each) => each.key))
        holds('L-24', keys.includes(key), `SPM-2 names ${keys.join(', ')}`)
      },
    },
    ...resultSteps(tracker, orders, needed),
    ...endSteps(system, tracker, orders, { needed, now }),
  ]
}
