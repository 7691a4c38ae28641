import type { EhrMessage } from '#adapters/ehr/port.ts'
import { placerKey } from '#domain/ehr/ehr-order.ts'
import { isSamePatient } from '#domain/ehr/same-person.ts'
import type { Received } from '../link.ts'
import { type Holds, NotTried, type Step } from '../script.ts'
import { resultSteps } from './result-steps.ts'
import type { HospitalAct, HospitalSystem, SentOrder } from './system.ts'

/** What a running portal is asked by HTTPS, which this kit is not. */
const ADVICE_SENTENCES = ['E-19', 'E-20', 'E-21', 'E-22']
const ADVICE_IS_ASKED_BY_HTTPS =
  'Advice (CDS Hooks) is asked of a running portal by HTTPS: try it against a test portal, whose page of hospital orders shows each request'

const EVERY_MESSAGE = ['E-02', 'E-03', 'E-04']

/** What a hospital's system is to do with orders and results, as a script. `run` names the run: its messages begin with it. */
export function hospitalScript(system: HospitalSystem, run: string, now: () => Date): Step[] {
  const { link, act, isEncrypted } = system
  let first: SentOrder | null = null
  let refusedId: string | null = null

  /** What holds for each message of an order; the order in it. */
  function check({ raw, read }: Received<EhrMessage>, holds: Holds): SentOrder {
    holds('E-02', read.kind === 'orders', read.kind === 'refused' ? read.reason : `${read.type} is no order`)
    holds('E-03', read.processingId === 'T' || read.processingId === 'D', `MSH-11 is ${read.processingId}`)
    if (read.kind !== 'orders') throw new NotTried('The portal cannot read the message as an order')
    const [order] = read.orders
    if (!order) throw new NotTried(`There is no order in ${raw.slice(0, 80)}`)
    const { namespace, universalId } = order.placer
    holds('E-04', namespace + universalId !== '', `ORC-2 ${order.placer.number} has no namespace`)
    return { order, echo: read.echoes[0] ?? '', sender: read.sender, sentAt: read.sentAt }
  }
  /** Has something done, and waits for the next message with an order, or one that cannot be read. */
  async function after(
    { words, act: what }: HospitalAct,
    answering: 'take' | 'refuse' | 'leave' = 'take',
  ): Promise<Received<EhrMessage>> {
    const coming = link.next(({ read }) => read.kind !== 'other', answering)
    coming.catch(() => undefined)
    await act({ words, act: what })
    const received = await coming
    if (!received) throw new NotTried(`Nothing came after: ${words}`)
    return received
  }
  const wantsNoAnswer = ({ acceptAcknowledgement }: EhrMessage) => acceptAcknowledgement === 'NE'
  const ordered = (): SentOrder => {
    if (!first) throw new NotTried('No order has come')
    return first
  }

  return [
    {
      does: 'waits for an order, and leaves it without an answer once',
      proves: [...EVERY_MESSAGE, 'E-05'],
      async run(holds) {
        const what = { words: 'Order a genetic test for a test patient', act: { do: 'order' as const } }
        const left = await after(what, 'leave')
        first = check(left, holds)
        if (wantsNoAnswer(left.read)) throw new NotTried('MSH-15 is NE: it waits for no answer')
        const again = await link.next(({ read }) => read.kind !== 'other')
        holds('E-05', again !== null, 'it did not come again')
        if (!again) return
        const [id, before] = [again.read.controlId, left.read.controlId]
        holds('E-05', id === before, `MSH-10 was ${before}, and is ${id} when it comes again`)
        check(again, holds)
      },
    },
    {
      does: 'waits for a change of that order',
      proves: [...EVERY_MESSAGE, 'E-06', 'E-07'],
      async run(holds) {
        const before = ordered()
        const { number } = before.order.placer
        const act = { do: 'change' as const, placer: number }
        const changed = check(await after({ words: `Change something in order ${number}`, act }), holds)
        const [was, is] = [placerKey(before.order.placer), placerKey(changed.order.placer)]
        holds('E-06', was === is, `the order's number was ${was}, and is ${is}`)
        const isSame = isSamePatient(before.order.patient, changed.order.patient)
        holds('E-06', isSame, 'its PID names another person than the order did')
        const isLater = (changed.sentAt?.getTime() ?? 0) > (before.sentAt?.getTime() ?? 0)
        holds('E-07', isLater, 'MSH-7 of the change is not after that of the order')
        if (isSame && was === is) first = changed
      },
    },
    ...resultSteps(system, run, { now, ordered }),
    {
      does: 'waits for another order, and refuses it',
      proves: [...EVERY_MESSAGE, 'E-09'],
      async run(holds) {
        ordered()
        const what = { words: 'Order a test for another test patient', act: { do: 'order' as const } }
        const received = await after(what, 'refuse')
        check(received, holds)
        if (wantsNoAnswer(received.read)) throw new NotTried('MSH-15 is NE: it waits for no answer')
        refusedId = received.read.controlId
      },
    },
    {
      does: 'waits for the cancellation of the first order',
      proves: [...EVERY_MESSAGE, 'E-08'],
      async run(holds) {
        const { order } = ordered()
        const { number } = order.placer
        const act = { do: 'cancel' as const, placer: number }
        const { order: cancelled } = check(await after({ words: `Cancel order ${number}`, act }), holds)
        const [was, is] = [placerKey(order.placer), placerKey(cancelled.placer)]
        holds('E-08', cancelled.control === 'cancel', `ORC-1 is ${cancelled.controlCode}`)
        holds('E-08', was === is, `ORC-2 is ${is}; the order's number is ${was}`)
      },
    },
    {
      does: 'looks at all that came',
      proves: ['E-09'],
      async run(holds) {
        if (refusedId === null) throw new NotTried('No message could be refused')
        const times = link.received.filter(({ read }) => read.controlId === refusedId).length
        holds('E-09', times === 1, `MSH-10 ${refusedId} was refused with AE, and came ${times} times`)
      },
    },
    {
      does: 'leaves requests for advice to a test portal',
      proves: ADVICE_SENTENCES,
      run: () => Promise.reject(new NotTried(ADVICE_IS_ASKED_BY_HTTPS)),
    },
    {
      does: 'looks at the certificates of the connections',
      proves: ['E-01'],
      async run(holds) {
        if (!isEncrypted) throw new NotTried('The connections are not encrypted (--tls-cert, --fingerprint)')
        if (link.received.length === 0) throw new NotTried('No message has come')
        const strangers = link.received.filter(({ certificate }) => certificate === null).length
        holds('E-01', strangers === 0, `${strangers} messages came without a certificate`)
      },
    },
  ]
}
