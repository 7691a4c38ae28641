import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIGNED } from '#domain/orders/attestation.ts'
import { blankSample, PROBAND } from '#domain/orders/document.ts'
import { addSample } from '#domain/orders/family.ts'
import { piecesOf } from '#server/features/documents/testing/pdf-text.ts'
import { laboratoryDay } from '../../testing/laboratory-day.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT, readyOrder } from '../../testing/world.ts'
import { rejected } from './testing/sample-of.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

/** The numbers on the labels of an order's requisition. */
async function labelled(id: number): Promise<string[]> {
  const pdf = await portal.as('OrderViewer@P1').documents.requisition({ params: { h: PARENT, id } })
  return piecesOf(pdf).flatMap(({ text }) => (text.startsWith(`${id}-`) ? [text] : []))
}

/** The specimens (SPM-2) of the messages about an order, each once. */
async function sent(id: number): Promise<string[]> {
  const messages = await portal.worker.db
    .selectFrom('message_out')
    .select('body')
    .where('order_id', '=', id)
    .orderBy('id')
    .execute()
  const numbers = messages.flatMap(({ body }) =>
    [...body.matchAll(/\rSPM\|\d+\|([^|]*)/g)].map(([, to]) => to ?? ''),
  )
  return [...new Set(numbers)]
}

test('[SPCM-05] labels and messages name the same specimens, whatever was removed before and recollected after', async () => {
  const first = readyOrder()
  const three = addSample(addSample(first, PROBAND), PROBAND)
  const samples = three.samples.map((sample) => ({
    ...sample,
    specimenType: 'Blood' as const,
    dateOfCollection: laboratoryDay(0),
  }))
  const order = await portal.submitted({ ...three, samples: samples.slice(2) })
  expect(await labelled(order.id)).toEqual([`${order.id}-s3`])
  expect(await sent(order.id)).toEqual([`${order.id}-s3`])
  expect(order.samples.map(({ key }) => key)).toEqual(['s3'])

  const { again } = await rejected(portal, order)
  await portal.as('OrderCreator@P1').samples.collectedAgain({
    params: { h: PARENT, id: again },
    body: { dateOfCollection: laboratoryDay(0), shipCarrierToBG: null, shipTrackingNoToBG: null },
  })
  // The rejected one gets no label any more.
  expect(await labelled(order.id)).toEqual([`${order.id}-s3-r1`])
  expect(await sent(order.id)).toEqual([`${order.id}-s3`, `${order.id}-s3-r1`])
})

test('a key that no barcode or recollection could carry is refused', async () => {
  const document = {
    ...readyOrder(),
    samples: [{ ...blankSample(PROBAND, 'Röhrchen'), specimenType: 'Blood' as const }],
  }
  const { id } = await portal.draft(document)
  const refusal = await problemOfCall(
    portal
      .as('OrderSubmitter@P1')
      .orders.submit({ params: { hospital: PARENT, id }, headers: {}, query: SIGNED }),
  )
  expect(refusal).toMatchObject({ status: 422, errors: [{ path: '/samples/0/key', rule: 'format' }] })
})
