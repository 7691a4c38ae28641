import { findingSegments } from '#adapters/hl7/write-findings.ts'
import { someResult, someVariant } from '#domain/results/testing/some-results.ts'
import { writeResult } from '#domain/results/write-result.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

let control = 0

/** Reclassified reports of a portal, whose owner is the user `provider`. */
export function reclassifications(portal: TestPortal) {
  /** Sends a version of an order's report with one variant of that class. */
  async function send(order: number, day: number, variantClass: string, { status = 'C', result = 'F' } = {}) {
    control += 1
    const at = `202605${String(day).padStart(2, '0')}100000`
    const raw = laboratoryMessage(`W${control}`, {
      ...{ order, number: `L-${order}`, status, at, name: 'Quill^Linh' },
    })
    const variant = someVariant({
      ...{ gene: 'LMNA', transcript: 'NM_170707.4', cdna: 'c.1129C>T', variantClass },
    })
    const findings = writeResult(someResult({ variants: [variant] }))
    const note = status === 'C' && result === 'F' ? 'NTE|1||Seen in three families.|RECLASSIFICATION\r' : ''
    const segments = findingSegments(findings, 1, result).map((one) => `${one.toString()}\r`)
    const answer = await portal.receive(raw + note + segments.join(''))
    if (!answer?.includes('MSA|AA')) throw new Error(`refused: ${answer}`)
  }

  /**
   * The laboratory may have cancelled the test of an order, in a message with another patient's name: its report is in
   * question until the returned function decides that the message is not about it.
   */
  async function question(order: number) {
    control += 1
    const raw = laboratoryMessage(`W${control}`, {
      ...{ order, number: `L-${order}`, status: 'X', at: '20991231100000', name: 'Lind^Dora' },
    })
    const answer = await portal.receive(raw)
    if (!answer?.includes('MSA|AA')) throw new Error(`refused: ${answer}`)
    const desk = portal.as('Support').resultDesk
    const [waiting] = (await desk.list({ query: { search: String(order) } })).data
    if (!waiting) throw new Error('nothing waits')
    return () => desk.refuse({ params: { id: waiting.id }, body: { reason: 'Asked the laboratory' } })
  }

  const followUps = async (order: number) =>
    (await portal.as('provider').followUp.ofOrder({ params: { h: PARENT, id: order } })).filter(
      ({ kind }) => kind === 'reclassification',
    )

  /** An order whose variant of uncertain significance is likely pathogenic now. */
  async function reclassified(document = readyOrder('Quill')) {
    const { id: order } = await portal.submitted(document, { by: `OrderSubmitter@${PARENT}`, at: PARENT })
    await send(order, 4, 'Uncertain significance', { status: 'F' })
    await send(order, 6, 'Likely pathogenic')
    const [one] = await followUps(order)
    if (!one) throw new Error('no follow-up')
    return { order, id: one.id, at: { params: { h: PARENT, id: one.id }, query: {} }, revision: one.revision }
  }

  return { send, question, followUps, reclassified, as: (who: string) => portal.as(who).reclassification }
}

const STEP = { way: null, relative: null, relation: '', words: '', against: '' } as const
/** The fields of a step, and those of one by phone. */
export const STEPS = { plain: STEP, phone: { ...STEP, way: 'phone' } } as const
