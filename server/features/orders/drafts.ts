import { isDeepStrictEqual } from 'node:util'
import type { Operation } from 'rfc6902'
import { fail } from '#contract/errors.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { nextNumber } from '#server/database/numbered.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { numbersForAddOn } from './add-on.ts'
import { belongingsOfNew } from './belongings.ts'
import { factsOf } from './facts.ts'
import { hold, must, shown, whole } from './hold.ts'
import { type Input, inScope, type OrdersParts, type Place } from './orders-parts.ts'
import { changeable, patched } from './patching.ts'
import { projection } from './projection.ts'
import * as store from './store.ts'

type DraftParts = Pick<OrdersParts, 'now' | 'excludedBilling' | 'takesOrders' | 'vaHospitals'>

/** What is written of a document. Nobody outside is asked for it: it is written with every pause in typing. */
async function columnsFor(
  { now, vaHospitals }: DraftParts,
  scope: Scope,
  hospital: string,
  document: OrderDocument,
  orderId: number | null,
) {
  const about = { hospital, orderId, registered: null, submitter: null, vaHospitals, now: now() }
  const facts = await factsOf(scope, document, about)
  return { columns: projection(document, facts), institutionName: facts.institutionName }
}

/**
 * Refuses a verification where none is offered (specification §6, PERM-08), and an add-on to a specimen that is not
 * there, that the laboratory does not have, or under another's number. What a draft is added to already (`before`) is not asked about again.
 */
async function mustBeOffered(
  { excludedBilling }: DraftParts,
  scope: Scope,
  hospital: string,
  document: OrderDocument,
  before: OrderDocument | null,
) {
  if (document.isVOB && excludedBilling.includes(hospital)) fail('not-offered')
  const { addOn } = document
  if (addOn === null || isDeepStrictEqual(addOn, before?.addOn)) return
  const of = await store.orderOfSample(scope, hospital, addOn.sampleId)
  const row = of === addOn.orderId ? await store.findOrder(scope, hospital, of) : undefined
  if (!row)
    fail('invalid-fields', {
      errors: [{ path: '/document/addOn', rule: 'unknown', message: 'The institution has no such sample.' }],
    })
  must('addTest', row)
  if (!(await numbersForAddOn(scope, row)).includes(addOn.labNumber))
    fail('invalid-fields', {
      errors: [
        {
          path: '/document/addOn/labNumber',
          rule: 'unknown',
          message: 'This laboratory number is neither of the sample’s order nor of its family.',
        },
      ],
    })
}

interface NewDraft {
  hospital: string
  /** Made by the caller, one for each draft wanted: the same again gives the draft that stands. */
  draftKey: string
  document: OrderDocument
  /** What it is a copy of. */
  made?: { from: number; as: CopyKind }
  /** Of a row of a manifest: the same again gives the order that stands, whoever asks. */
  manifestKey?: string
  /** For the history, where it says more than that a draft was begun. */
  detail?: string
}

/** What is written of a new draft, if drafts are begun here. */
async function beginning(parts: DraftParts, scope: Scope, { hospital, document }: NewDraft) {
  if (!parts.takesOrders) fail('not-offered')
  await mustBeOffered(parts, scope, hospital, document, null)
  return columnsFor(parts, scope, hospital, document, null)
}

/** Tells that one was written: nothing here waits for an answer. */
async function tellOfDraft(scope: Scope, order: { id: number; institution: string }, detail = '') {
  const [event] = await Promise.all([
    store.addEvent(scope, order, 'draft-begun', detail),
    audit(scope, 'order.create', { kind: 'order', ...order }),
  ])
  return event
}

/** Begins a draft, in the transaction of `scope`, as the form does; gives the number of the one that stands, if any. */
export async function createDraft(parts: DraftParts, scope: Scope, draft: NewDraft): Promise<{ id: number }> {
  const { columns } = await beginning(parts, scope, draft)
  const { id, isNew } = await store.insertDraft(scope, draft.hospital, draft, columns)
  if (isNew) await tellOfDraft(scope, { id, institution: draft.hospital }, draft.detail)
  return { id }
}

export function createOrder(parts: OrdersParts) {
  return async (authority: Authority, { params: { hospital }, body }: Input<'create'>) => {
    try {
      return await inScope(parts, authority, async (scope) => {
        const [{ columns, institutionName }, id] = await Promise.all([
          beginning(parts, scope, { hospital, ...body }),
          nextNumber(scope.db, 'orders'),
        ])
        const [row, event] = await scope.lastly(() =>
          Promise.all([
            store.insertDraftAs(scope, id, hospital, body, columns),
            tellOfDraft(scope, { id, institution: hospital }),
          ]),
        )
        return shown(scope, row, belongingsOfNew(institutionName, [event]))
      })
    } catch (error) {
      if (!store.isStanding(error)) throw error
      return inScope(parts, authority, async (scope) => {
        const id = await store.findByKeys(scope, hospital, body)
        return id === undefined ? fail('not-found') : whole(scope, { hospital, id })
      })
    }
  }
}

/** Writes another content of a draft that is held; `about` is kept in the audit trail. */
async function save(
  parts: DraftParts,
  scope: Scope,
  row: store.StoredOrder,
  document: OrderDocument,
  about: object,
) {
  const { id, institution_code: hospital } = row
  await mustBeOffered(parts, scope, hospital, document, row.document)
  const { columns } = await columnsFor(parts, scope, hospital, document, id)
  await store.saveDocument(scope, row, columns)
  const entity = { kind: 'order', id, institution: hospital }
  await audit(scope, 'order.change', entity, { version: row.version + 1, ...about })
}

/** Gives a draft another content as a whole, in the transaction of `scope`; refused where it is past version `seen`. */
export async function rewriteDraft(
  parts: DraftParts,
  scope: Scope,
  place: Place,
  { document, seen, ...about }: { document: OrderDocument; seen: number; by: string },
) {
  const row = await hold(scope, place, seen)
  must('edit', row)
  await save(parts, scope, row, document, about)
}

export function patchOrder(parts: OrdersParts) {
  return (authority: Authority, { params, headers, body }: Input<'patch'>) =>
    inScope(parts, authority, async (scope) => {
      const row = await hold(scope, params, headers['if-match'])
      must('edit', row)
      const operations = changeable(body as Operation[], parts.invalidPatchPaths)
      // Nothing is left of it, and nothing is written.
      if (operations.length === 0) return whole(scope, params)
      const paths = operations.map((operation) => operation.path)
      await save(parts, scope, row, patched(row.document, operations), { paths })
      return whole(scope, params)
    })
}

export function discardOrder(parts: OrdersParts) {
  return (authority: Authority, { params: { h: hospital, id } }: Input<'discard'>) =>
    inScope(parts, authority, async (scope) => {
      const row = await hold(scope, { hospital, id })
      must('discard', row)
      const entity = { kind: 'order', id, institution: hospital }
      // Before: of whom a line is, the order says.
      await audit(scope, 'order.discard', entity, { document: row.document })
      await store.deleteDraft(scope, id)
    })
}
