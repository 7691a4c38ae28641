import fc from 'fast-check'
import { createPatch } from 'rfc6902'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { addRelative, addSample, freeKey, removePerson } from '#domain/orders/family.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'

const hospital = PARENT
type Body = Parameters<ReturnType<TestPortal['as']>['orders']['patch']>[0]['body']

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

const save = (as: string, order: Order, document: OrderDocument) =>
  portal.as(as).orders.patch({
    params: { hospital, id: order.id },
    headers: { 'if-match': `"${order.version}"` },
    body: createPatch(order.document, document) as Body,
  })
const reload = (as: string, { id }: Order) => portal.as(as).orders.get({ params: { hospital, id } })

/** An edit as the form makes it, to any document. */
type Edit = (document: OrderDocument) => OrderDocument
const text = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((one) => !one.includes('\0'))
const at = <T>(list: T[], index: number, change: (one: T) => T) =>
  list.map((one, position) => (position === index % list.length ? change(one) : one))
const EDITS: fc.Arbitrary<Edit> = fc.oneof(
  text.map(
    (clinicalNotes): Edit =>
      (order) => ({ ...order, clinicalNotes }),
  ),
  fc.tuple(fc.nat(3), text).map(
    ([index, lastName]): Edit =>
      (order) => ({ ...order, patients: at(order.patients, index, (one) => ({ ...one, lastName })) }),
  ),
  fc.tuple(fc.nat(3), text).map(
    ([index, value]): Edit =>
      (order) => ({
        ...order,
        patients: at(order.patients, index, (one) => ({
          ...one,
          contacts: at(one.contacts, index, (contact) => ({ ...contact, value })),
        })),
      }),
  ),
  fc.constantFrom<Edit>(
    (order) =>
      addRelative(
        order,
        'Sibling',
        freeKey(
          'relative-',
          order.patients.map(({ key }) => key),
        ),
      ),
    (order) => removePerson(order, order.patients.at(-1)?.key ?? ''),
    (order) => addSample(order, order.patients.at(-1)?.key ?? ''),
    (order) => ({ ...order, samples: order.samples.slice(1) }),
    (order) => ({ ...order, payment: { ...order.payment, billingType: 'SelfPay' } }),
    (order) => ({ ...order, indicationsForTesting: order.indicationsForTesting.toReversed() }),
  ),
  fc.tuple(text, text).map(
    ([code, description]): Edit =>
      (order) => ({
        ...order,
        indicationsForTesting: [
          { code: code.slice(0, 20).toWellFormed(), description },
          ...order.indicationsForTesting,
        ].slice(0, 5),
      }),
  ),
)
/** An edit, and whether the page is then reloaded. */
const STEPS = fc.array(fc.tuple(EDITS, fc.boolean()), { minLength: 1, maxLength: 12 })

test('any edits, saves and reloads give the document as typed', async () => {
  await fc.assert(
    fc.asyncProperty(STEPS, async (steps) => {
      const as = 'OrderCreator@P1'
      let order = await portal.draft(newOrder(), { by: as, at: hospital })
      let typed = order.document
      for (const [edit, reloaded] of steps) {
        typed = edit(typed)
        order = await save(as, order, typed)
        expect(order.document).toEqual(typed)
        if (reloaded) expect(await reload(as, order)).toEqual(order)
      }
    }),
    { numRuns: 12 },
  )
})

test('with two concurrent users, neither loses an edit without being told', async () => {
  const writers = ['OrderCreator@P1', 'OrderSubmitter@P1'] as const
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(1), EDITS), { maxLength: 10 }), async (steps) => {
      const begun = await portal.draft(newOrder(), { by: writers[0], at: hospital })
      /** The version each of them sees. */
      const seen: Order[] = [begun, begun]
      let stored = begun
      for (const [who, edit] of steps) {
        const [as, own] = [writers[who] ?? writers[0], seen[who] ?? begun]
        const typed = edit(own.document)
        if (own.version === stored.version) {
          stored = await save(as, own, typed)
          expect(stored.document).toEqual(typed)
        } else {
          const refusal = await problemOfCall(save(as, own, typed))
          expect(refusal).toMatchObject({ code: 'version-conflict' })
          expect(refusal.detail).toContain(`${stored.updatedBy} saved version ${stored.version}`)
          // They see the other user's edits, and repeat their own.
          stored = await save(as, await reload(as, own), edit(stored.document))
        }
        seen[who] = stored
      }
      expect((await reload(writers[0], begun)).document).toEqual(stored.document)
    }),
    { numRuns: 10 },
  )
})
