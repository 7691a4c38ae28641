import { isDeepStrictEqual } from 'node:util'
import type { Operation } from 'rfc6902'
import { fail } from '#contract/errors.ts'
import type { CopyKind } from '#domain/orders/copy.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { filesToName } from '#domain/orders/uploaded-files.ts'
import { type Authority, audit, type Scope } from '#server/database/scope.ts'
import { assertAllowed, loadOrderReply, lockOrder, toOrderReply, viewOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps, type OrderRef } from '../order-deps.ts'
import * as store from '../store.ts'
import { numbersForAddOn, whyUnusable } from '../submission/add-on.ts'
import { nameUploads } from '../submission/attached-documents.ts'
import { documentColumns } from '../submission/document-columns.ts'
import { loadRuleContext } from '../submission/rule-context.ts'
import { relationsOfNew } from '../view/relations.ts'
import { patchDocument } from './patching.ts'
import { assertChangeable } from './unchangeable.ts'

export type DraftDeps = Pick<
  OrderDeps,
  'now' | 'excludedBilling' | 'takesOrders' | 'vaHospitals' | 'takesKits'
>

/**
 * The columns written with a document. No external service is called, as a draft is saved with every pause in
 * typing.
 */
async function columnsFor(
  { now, vaHospitals, takesKits }: DraftDeps,
  scope: Scope,
  hospital: string,
  document: OrderDocument,
  orderId: number | null,
) {
  const about = { hospital, orderId, registered: null, submitter: null, vaHospitals, takesKits, now: now() }
  const context = await loadRuleContext(scope, document, about)
  const { institutionName, uploads } = context
  return { columns: documentColumns(document, context), institutionName, uploads }
}

/**
 * Refuses a verification if none is offered (specification §6, PERM-08), and an add-on to a specimen that
 * does not exist, that the laboratory cannot use, or under another order's number. The add-on that the
 * draft already has (`before`) is not checked again.
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
  const sample = await store.sampleIn(scope, hospital, addOn.sampleId)
  const row =
    sample?.order_id === addOn.orderId ? await store.findOrder(scope, hospital, addOn.orderId) : undefined
  if (!sample || !row)
    fail('invalid-fields', {
      errors: [{ path: '/document/addOn', rule: 'unknown', message: 'The institution has no such sample.' }],
    })
  assertAllowed('addTest', row)
  const unusable = whyUnusable(addOn, sample, row.state)
  if (unusable !== null) fail('wrong-state', { detail: unusable })
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
  /** A key made by the client for each new draft: a repeat returns the existing draft. */
  draftKey: string
  document: OrderDocument
  /** The order it is copied from. */
  made?: { from: number; as: CopyKind }
  /** The key of a manifest's row: a repeat returns the existing order, whoever uploads it. */
  manifestKey?: string
  /** The timeline entry's text, if it says more than that a draft was created. */
  detail?: string
}

/** Creates a draft and what its reply needs; `created` is null if the same draft exists already. */
async function writeDraft(deps: DraftDeps, scope: Scope, draft: NewDraft) {
  const { hospital, document, detail } = draft
  if (!deps.takesOrders) fail('not-offered')
  await assertOffered(deps, scope, hospital, document, null)
  const { columns, institutionName } = await columnsFor(deps, scope, hospital, document, null)
  const { id, row } = await store.insertDraft(scope, hospital, draft, columns)
  if (!row) return { id, created: null }
  const order = { id, institution: hospital }
  const [event] = await Promise.all([
    store.addEvent(scope, order, 'draft-begun', detail),
    audit(scope, 'order.create', { kind: 'order', ...order }),
  ])
  return { id, created: { row, relations: relationsOfNew(institutionName, [event]) } }
}

/**
 * Creates a draft in the transaction of `scope`, as the form does; returns the number of an existing one with
 * the same key.
 */
export async function createDraft(
  deps: DraftDeps,
  scope: Scope,
  draft: NewDraft,
): Promise<{ id: number; isNew: boolean }> {
  const { id, created } = await writeDraft(deps, scope, draft)
  return { id, isNew: created !== null }
}

export function createOrder(deps: OrderDeps) {
  return (authority: Authority, { params: { hospital }, body }: Input<'create'>) =>
    inScope(deps, authority, async (scope) => {
      const { id, created } = await writeDraft(deps, scope, { hospital, ...body })
      if (!created) return viewOrder(scope, { hospital, id })
      if (body.document.addOn !== null) return loadOrderReply(scope, { hospital, id })
      return toOrderReply(scope, created.row, created.relations)
    })
}

/** Stores new content for a locked draft; `about` goes into the audit trail. */
async function save(
  deps: DraftDeps,
  scope: Scope,
  row: store.StoredOrder,
  document: OrderDocument,
  about: object,
) {
  const { id, institution_code: hospital } = row
  await assertOffered(deps, scope, hospital, document, row.document)
  const { columns, uploads = [] } = await columnsFor(deps, scope, hospital, document, id)
  await store.saveDocument(scope, row, columns)
  await nameUploads(scope, id, filesToName(document, uploads))
  const entity = { kind: 'order', id, institution: hospital }
  await audit(scope, 'order.change', entity, { version: row.version + 1, ...about })
}

/** Replaces a draft's whole content, in the transaction of `scope`; refused if it is past version `seen`. */
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
      // All operations were dropped, so nothing is written.
      if (operations.length === 0) return viewOrder(scope, params)
      const paths = operations.map((operation) => operation.path)
      const document = patchDocument(row.document, operations, deps.invalidPatchPaths)
      await save(deps, scope, row, document, { paths })
      return loadOrderReply(scope, params)
    })
}

/** Discards a draft in the transaction of `scope`. The verification that it was made from can be ordered again. */
export async function discardDraft(scope: Scope, { hospital, id }: OrderRef): Promise<void> {
  const row = await lockOrder(scope, { hospital, id })
  assertAllowed('discard', row)
  if (row.made_as === 'order' && row.made_from !== null) await reopenVerification(scope, row.made_from, row)
  const entity = { kind: 'order', id, institution: hospital }
  // Before the deletion: the audit line takes its patient from the order.
  // Not the document: a line stays for ever, and neither a person's request nor a period reaches it.
  const { tests, addOnTests } = row.document
  await audit(scope, 'order.discard', entity, {
    ...{ version: row.version, tests: [...tests, ...addOnTests].map(({ testCode }) => testCode) },
  })
  await store.deleteDraft(scope, { hospital, id })
}

async function reopenVerification(scope: Scope, id: number, order: store.StoredOrder) {
  const { institution_code: institution } = order
  const verification = await lockOrder(scope, { hospital: institution, id })
  if (verification.vob_status !== 'ordered') return
  const status = await store.vobStatusBefore(scope, id)
  await store.change(scope, id, { vob_status: status })
  await store.addEvent(scope, { id, institution }, 'benefits-order-discarded', `order ${order.id}`)
  await audit(scope, 'vob.reopened', { kind: 'order', id, institution }, { order: order.id, status })
}

export function discardOrder(deps: OrderDeps) {
  return (authority: Authority, { params: { h: hospital, id } }: Input<'discard'>) =>
    inScope(deps, authority, (scope) => discardDraft(scope, { hospital, id }))
}
