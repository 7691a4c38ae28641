import { onTestFinished } from 'vitest'
import type { ResultSettings } from '#domain/ehr/results.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { hospital } from '../../testing/hospital.ts'
import { submittedFrom } from './hospital-order.ts'
import { type Answers, field, receiver } from './receiver.ts'

type Told = Parameters<typeof laboratoryMessage>[1]

/** A laboratory that reports on hospitals' orders, each message a day after the one before it. */
export function reporting(portal: () => TestPortal) {
  let messages = 0
  const send = (told: Told, change: (raw: string) => string = (raw) => raw) => {
    messages += 1
    const sentAt = new Date(Date.UTC(2026, 2, messages, 12)).toISOString().replace(/[-:T]|\..*/g, '')
    const raw = laboratoryMessage(`OUT${messages}`, told)
    return portal().receive(change(raw.replace('20260313151500+0000', `${sentAt}+0000`)))
  }
  return {
    send,
    report: (order: number, status = 'F', pdf = REPORT, test = 'WES1') =>
      send({ order, number: `L${order}`, status, pdf, test }),
    /** OBX-11 W of what was sent before. */
    withdraw: (order: number) =>
      send({ order, number: `L${order}`, status: 'C', pdf: REPORT }, (raw) =>
        raw.replace(/OBX\|1\|ED\|REPORT\|\|.*\r/, 'OBX|1|ED|REPORT||""||||||W\r'),
      ),
  }
}

/** A connected hospital, with one submitted order that came from it. */
export async function connected(
  portal: TestPortal,
  results: Partial<ResultSettings> = {},
  answers: Answers = 'AA',
) {
  const ehr = await receiver({ answers })
  onTestFinished(() => ehr.close())
  const epic = await hospital(portal, { results: { port: ehr.port, ...results } })
  return { ehr, epic, ...(await submittedFrom(portal, epic)) }
}

/** What was written for hospitals of an order, in its sequence. */
export const outgoing = ({ worker }: TestPortal, orderId: number) =>
  worker.db
    .selectFrom('ehr_message_out')
    .select(['id', 'status', 'outcome', 'reason', 'tries', 'filler'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

export const outcomes = async (portal: TestPortal, orderId: number) =>
  (await outgoing(portal, orderId)).map(({ outcome }) => outcome)

export const pdfIn = (raw: string) => Buffer.from(field(raw, 'OBX', 5).split('^')[4] ?? '', 'base64')
/** OBR-25 and OBX-11. */
export const statusOf = (raw: string) => [field(raw, 'OBR', 25), field(raw, 'OBX', 11)]
