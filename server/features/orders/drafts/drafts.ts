import { isDeepStrictEqual } from 'node:util'
import type { Operation } from 'rfc6902'
import { fail } from '#contract/errors.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { nextNumber } from '#server/database/connection/numbered.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { assertAllowed, loadOrderReply, lockOrder, toOrderReply } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps, type OrderRef } from '../order-deps.ts'
import * as store from '../store.ts'
import { numbersForAddOn } from '../submission/add-on.ts'
import { documentColumns } from '../submission/document-columns.ts'
import { loadRuleContext } from '../submission/rule-context.ts'
import { relationsOfNew } from '../view/relations.ts'
import { assertChangeable, patchDocument } from './patching.ts'

type DraftDeps = Pick<OrderDeps, 'now' | 'excludedBilling' | 'takesOrders' | 'vaHospitals'>

/** What is written of a document. Nobody outside is asked for it: it is written with every pause in typing. */
async function columnsFor(
  { now, vaHospitals }: DraftDeps,
  scope: Scope,
  hospital: string,
  document: OrderDocument,
  orderId: number | null,
) {
  const about = { hospital, orderId, registered: null, submitter: null, vaHospitals, now: now() }
  const context = await loadRuleContext(scope, document, about)
  return { columns: documentColumns(document, context), institutionName: context.institutionName }
}

/**
 * Refuses a verification where none is offered (specification §6, PERM-08), and an add-on to a specimen that is not
 * there, that the laboratory does not have, or under another's number. What a draft is added to already (`before`) is not asked about again.
 */
async function assertOffered(
  { excludedBilling }: DraftDeps,
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
  assertAllowed('addTest', row)
  if (!(await numbersForAddOn(scope, row)).includes(addOn.labNumber))
    fail('invalid-fields', {
      errors: [
        {
          path: '/document/addOn/labNumber',
          rule: 'unknown',
          message: 'Enter a laboratory number of the sample’s order or of its family.',
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
async function prepareDraft(deps: DraftDeps, scope: Scope, { hospital, document }: NewDraft) {
  if (!deps.takesOrders) fail('not-offered')
  await assertOffered(deps, scope, hospital, document, null)
  return columnsFor(deps, scope, hospital, document, null)
}

/** Tells that one was written: nothing here waits for an answer. */
async function announceNewDraft(scope: Scope, order: { id: number; institution: string }, detail = '') {
  const [event] = await Promise.all([
    store.addEvent(scope, order, 'draft-begun', detail),
    audit(scope, 'order.create', { kind: 'order', ...order }),
  ])
  return event
}

/** Begins a draft, in the transaction of `scope`, as the form does; gives the number of the one that stands, if any. */
export async function createDraft(deps: DraftDeps, scope: Scope, draft: NewDraft): Promise<{ id: number }> {
  const { columns } = await prepareDraft(deps, scope, draft)
  const { id, isNew } = await store.insertDraft(scope, draft.hospital, draft, columns)
  if (isNew) await announceNewDraft(scope, { id, institution: draft.hospital }, draft.detail)
  return { id }
}

export function createOrder(deps: OrderDeps) {
  return async (authority: Authority, { params: { hospital }, body }: Input<'create'>) => {
    try {
      return await inScope(deps, authority, async (scope) => {
        const [{ columns, institutionName }, id] = await Promise.all([
          prepareDraft(deps, scope, { hospital, ...body }),
          nextNumber(scope.db, 'orders'),
        ])
        const [row, event] = await scope.commitWith(() =>
          Promise.all([
            store.insertDraftAs(scope, id, hospital, body, columns),
            announceNewDraft(scope, { id, institution: hospital }),
          ]),
        )
        return toOrderReply(scope, row, relationsOfNew(institutionName, [event]))
      })
    } catch (error) {
      if (!store.isDuplicateDraft(error)) throw error
      return inScope(deps, authority, async (scope) => {
        const id = await store.findByKeys(scope, hospital, body)
        return id === undefined ? fail('not-found') : loadOrderReply(scope, { hospital, id })
      })
    }
  }
}

/** Writes another content of a draft that is held; `about` is kept in the audit trail. */
async function save(
  deps: DraftDeps,
  scope: Scope,
  row: store.StoredOrder,
  document: OrderDocument,
  about: object,
) {
  const { id, institution_code: hospital } = row
  await assertOffered(deps, scope, hospital, document, row.document)
  const { columns } = await columnsFor(deps, scope, hospital, document, id)
  await store.saveDocument(scope, row, columns)
  const entity = { kind: 'order', id, institution: hospital }
  await audit(scope, 'order.change', entity, { version: row.version + 1, ...about })
}

/** Gives a draft another content as a whole, in the transaction of `scope`; refused where it is past version `seen`. */
export async function rewriteDraft(
  deps: DraftDeps,
  scope: Scope,
  orderRef: OrderRef,
  { document, seen, ...about }: { document: OrderDocument; seen: number; by: string },
) {
  const row = await lockOrder(scope, orderRef, seen)
  assertAllowed('edit', row)
  await save(deps, scope, row, document, about)
}

export function patchOrder(deps: OrderDeps) {
  return (authority: Authority, { params, headers, body }: Input<'patch'>) =>
    inScope(deps, authority, async (scope) => {
      const row = await lockOrder(scope, params, headers['if-match'])
      assertAllowed('edit', row)
      const operations = assertChangeable(body as Operation[], deps.invalidPatchPaths)
      // Nothing is left of it, and nothing is written.
      if (operations.length === 0) return loadOrderReply(scope, params)
      const paths = operations.map((operation) => operation.path)
      await save(deps, scope, row, patchDocument(row.document, operations), { paths })
      return loadOrderReply(scope, params)
    })
}

export function discardOrder(deps: OrderDeps) {
  return (authority: Authority, { params: { h: hospital, id } }: Input<'discard'>) =>
    inScope(deps, authority, async (scope) => {
      const row = await lockOrder(scope, { hospital, id })
      assertAllowed('discard', row)
      const entity = { kind: 'order', id, institution: hospital }
      // Before: of whom a line is, the order says.
      await audit(scope, 'order.discard', entity, { document: row.document })
      await store.deleteDraft(scope, id)
    })
}
