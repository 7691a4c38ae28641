import { inWords, isTaken } from '../answers.ts'
import { NotTried, type Step } from '../script.ts'
import { additionalTest, cancellationOf } from './order.ts'
import { type LaboratorySystem, type Orders, updatesOf } from './system.ts'
import { EVERY_MESSAGE, type LaboratoryTracker } from './tracker.ts'

/** Cancellations, an additional test, and what has to be true of the whole run. */
export function endSteps(
  { codec, link, tests }: LaboratorySystem,
  tracker: LaboratoryTracker,
  orders: Orders,
  { needed, now }: { needed: () => void; now: () => Date },
): Step[] {
  const { one, other, third } = orders
  return [
    {
      does: 'asks to cancel an order that has not begun',
      proves: [...EVERY_MESSAGE, 'L-28'],
      async run(holds) {
        needed()
        const request = codec.writeCancellation(cancellationOf(other, 1, tracker.fillerOf(other), now()))
        const answer = await link.send(request)
        if (answer instanceof Error) throw new NotTried(answer.message)
        if (!answer.code.endsWith('A')) {
          holds('L-28', answer.text !== '', `it is refused (${answer.code}) without a reason`)
          return
        }
        const isDecided = ({ state }: { state: string | null }) =>
          state === 'cancelled' || state === 'cancellation-refused'
        const decided = await link.next((received) => updatesOf(received, other.orderId).some(isDecided))
        holds('L-28', decided !== null, 'it was taken, and nothing decided: neither CR nor UC came')
        if (!decided) return
        for (const { state, refusal } of tracker.check(decided, other, holds).filter(isDecided))
          holds('L-28', state === 'cancelled' || refusal !== '', 'ORC-1 UC has no reason in ORC-16 or NTE')
      },
    },
    {
      does: 'asks to cancel an order that was never sent',
      proves: ['L-29'],
      async run(holds) {
        const unknown = { ...other, orderId: third + 1 }
        const answer = await link.send(codec.writeCancellation(cancellationOf(unknown, 1, null, now())))
        if (answer instanceof Error) throw new NotTried(answer.message)
        holds('L-29', !isTaken(answer), `it answers ${inWords(answer)}`)
      },
    },
    {
      does: 'orders an additional test on the specimen that the laboratory has',
      proves: [...EVERY_MESSAGE, 'L-03', 'L-30'],
      async run(holds) {
        needed()
        const filler = tracker.fillerOf(one)
        const code = tests[0]
        if (!filler || !code) throw new NotTried('The laboratory has given the order no number')
        const addOn = additionalTest(third, one, filler, now())
        const answer = await link.send(codec.writeOrder(addOn))
        holds('L-03', isTaken(answer), inWords(answer))
        if (!isTaken(answer)) throw new NotTried(inWords(answer))
        const what = {
          orderId: third,
          words: `Begin the additional test, order ${third}, on the specimen of order ${one.orderId}`,
          act: { do: 'in-process' },
        }
        const { received } = await tracker.after(what, addOn, holds, {
          ...{ shows: 'L-30', isIt: ({ state }) => state === 'in-process' },
        })
        holds('L-30', updatesOf(received, third).length > 0, `OBR-2 does not name order ${third}`)
      },
    },
    {
      does: 'looks at all that came',
      proves: ['L-04', 'L-07'],
      async run(holds) {
        needed()
        const numbers = new Set(
          link.received.flatMap((received) =>
            updatesOf(received, one.orderId).flatMap(({ laboratoryNumber }) => laboratoryNumber ?? []),
          ),
        )
        if (numbers.size === 0) throw new NotTried('No message gave the order a number')
        const all = [...numbers].join(', ')
        holds('L-04', numbers.size === 1, `the order that was sent twice has several numbers: ${all}`)
        if (orders.refusedId === null) throw new NotTried('No message could be refused')
        const times = link.received.filter(({ read }) => read.controlId === orders.refusedId).length
        holds('L-07', times === 1, `MSH-10 ${orders.refusedId} was refused with AE, and came ${times} times`)
      },
    },
  ]
}
