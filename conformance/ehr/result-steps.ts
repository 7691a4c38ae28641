import { answered, inWords, isTaken } from '../answers.ts'
import { NotTried, type Step } from '../script.ts'
import { type HospitalSystem, resultOf, type SentOrder } from './system.ts'

/** What holds for every answer to a result. */
const ANSWER = { inTime: 'E-10', names: 'E-18' }
const ANSWERS = ['E-10', 'E-18']

/** A result's way into the hospital: progress, report, repetition, correction, withdrawal, and what must be refused. */
export function resultSteps(
  system: HospitalSystem,
  run: string,
  { now, ordered }: { now: () => Date; ordered: () => SentOrder },
): Step[] {
  const { link, settings } = system
  let count = 0
  const nextId = () => {
    count += 1
    return `${run}${count}`
  }
  let isFiled = false
  const filed = (): SentOrder => {
    const order = ordered()
    if (!isFiled) throw new NotTried('The hospital has not taken the report')
    return order
  }
  const write = (order: SentOrder, how: Omit<Parameters<typeof resultOf>[2], 'at'>) =>
    resultOf(system, order, { ...how, at: now() })

  return [
    {
      does: 'tells that the specimen was received',
      proves: [...ANSWERS, 'E-17'],
      async run(holds) {
        const order = ordered()
        if (!settings.progress) throw new NotTried('The hospital takes no progress (--progress no)')
        const raw = write(order, { controlId: nextId(), status: 'received' })
        const answer = answered(ANSWER, holds, await link.send(raw))
        holds('E-17', isTaken(answer), inWords(answer))
      },
    },
    {
      does: 'sends the final report, and the same message again',
      proves: [...ANSWERS, 'E-11', 'E-12'],
      async run(holds) {
        const raw = write(ordered(), { controlId: nextId(), status: 'final' })
        const answer = answered(ANSWER, holds, await link.send(raw))
        isFiled = isTaken(answer)
        holds('E-12', isFiled, inWords(answer))
        if (!isFiled) throw new NotTried('The hospital has not taken the report')
        const again = answered(ANSWER, holds, await link.send(raw))
        holds('E-11', isTaken(again), inWords(again))
      },
    },
    {
      does: 'sends the corrected report',
      proves: [...ANSWERS, 'E-13'],
      async run(holds) {
        const changed = { status: 'corrected' as const, words: 'The wrong gene was named' }
        const raw = write(filed(), { controlId: nextId(), ...changed })
        const answer = answered(ANSWER, holds, await link.send(raw))
        holds('E-13', isTaken(answer), inWords(answer))
      },
    },
    {
      does: `sends a report of ${settings.mostMegabytes} MB`,
      proves: [...ANSWERS, 'E-16'],
      async run(holds) {
        // Base64 makes four bytes of three; the rest of the message is small.
        const bytes = Math.floor((settings.mostMegabytes * 1024 * 1024 - 10_000) * 0.75)
        const changed = { status: 'corrected' as const, words: 'A large one', bytes }
        const raw = write(filed(), { controlId: nextId(), ...changed })
        const answer = answered(ANSWER, holds, await link.send(raw))
        holds('E-16', isTaken(answer), inWords(answer))
      },
    },
    {
      does: 'withdraws the report',
      proves: [...ANSWERS, 'E-14'],
      async run(holds) {
        const raw = write(filed(), {
          controlId: nextId(),
          status: 'withdrawn',
          words: 'It was of another person',
        })
        const answer = answered(ANSWER, holds, await link.send(raw))
        holds('E-14', isTaken(answer), inWords(answer))
      },
    },
    {
      does: 'sends a report of an order that the hospital does not have',
      proves: [...ANSWERS, 'E-15'],
      async run(holds) {
        const { order, echo, ...sent } = ordered()
        const number = `${order.placer.number}000`
        const unknown = {
          order: { ...order, placer: { ...order.placer, number } },
          echo: echo.replaceAll(`|${order.placer.number}^`, `|${number}^`),
          ...sent,
        }
        const raw = write(unknown, { controlId: nextId(), status: 'final' })
        const answer = answered(ANSWER, holds, await link.send(raw))
        holds(
          'E-15',
          !isTaken(answer),
          `a report of the unknown order ${number} is answered ${inWords(answer)}`,
        )
      },
    },
    {
      does: 'sends a report under the number of the order, of another person',
      proves: [...ANSWERS, 'E-15'],
      async run(holds) {
        const order = ordered()
        const rest = order.echo.split('\n').filter((line) => !line.startsWith('PID'))
        const other = 'PID|1||CONFORM-X^^^CONFORM^MR||Nobody^Conformance||19000101|U'
        const raw = write(
          { ...order, echo: [other, ...rest].join('\n') },
          { controlId: nextId(), status: 'final' },
        )
        const answer = answered(ANSWER, holds, await link.send(raw))
        holds('E-15', !isTaken(answer), `a report of another person is answered ${inWords(answer)}`)
      },
    },
  ]
}
