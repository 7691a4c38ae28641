import { fail } from '#contract/errors.ts'
import type { RelatedTest } from '#contract/sample.ts'
import { ORDER_STATE_META } from '#domain/orders/status.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import { namesOfTests, testsAround } from '#server/features/catalogue/public.ts'
import { lockOrder, openRecommendations, reportOfOrder } from '#server/features/orders/public.ts'
import * as store from './relations-store.ts'
import type { Input, Reply, SampleDeps } from './sample-deps.ts'
import { findSample } from './store.ts'

// A sample's relations are read through its order's handlers, which check, audit and mark them as opened.

interface OfSample {
  params: { h: string; id: number }
}

async function sampleAt(scope: Scope, { h, id }: OfSample['params']) {
  return (await findSample(scope, id, h)) ?? fail('not-found')
}

/** The order of a sample, as the order's routes name it, and the sample's key. */
function orderAt({ connection }: SampleDeps, authority: Authority, { params }: OfSample) {
  return withScope(connection, authority, async (scope) => {
    const { order_id: id, sample_key: key } = await sampleAt(scope, params)
    return { h: params.h, id, key }
  })
}

export function reportOfSample(deps: SampleDeps) {
  return async (authority: Authority, request: Input<'report'>) => {
    const { key, ...order } = await orderAt(deps, authority, request)
    return reportOfOrder(deps, key)(authority, { ...request, params: order })
  }
}

export function requisitionOfSample(deps: SampleDeps) {
  return async (authority: Authority, request: Input<'requisition'>) =>
    deps.documents.requisition(authority, {
      ...request,
      params: await orderAt(deps, authority, request),
    })
}

export function filesOfSample(deps: SampleDeps) {
  return async (authority: Authority, request: Input<'files'>): Promise<Reply<'files'>> =>
    deps.documents.list(authority, { ...request, params: await orderAt(deps, authority, request) })
}

export function downloadOfSample(deps: SampleDeps) {
  return async (authority: Authority, request: Input<'fileDownload'>) => {
    const order = await orderAt(deps, authority, request)
    const { fileId: documentId } = request.query
    return deps.documents.download(authority, {
      ...{ headers: undefined, query: undefined, body: undefined },
      params: { ...order, documentId },
    })
  }
}

export function treatmentsOfSample({ connection }: SampleDeps) {
  return (
    authority: Authority,
    { params, query: { beingChecked } }: Input<'treatments'>,
  ): Promise<Reply<'treatments'>> =>
    withScope(connection, authority, async (scope) => {
      const { order_id } = await sampleAt(scope, params)
      // Locked, so that a report being withdrawn is not returned, and its reader is notified.
      await lockOrder(scope, { hospital: params.h, id: order_id })
      const rows = await store.treatmentsOf(scope, order_id)
      const order = { id: order_id, institution: params.h }
      const tests = rows.map(({ test_code }) => test_code)
      await openRecommendations(scope, { order, tests, beingChecked })
      for (const { id } of rows)
        await audit(scope, 'treatment.read', { kind: 'treatment', id, institution: params.h })
      return rows.map(({ id, test_code, title, recommendation, made_at }) => ({
        ...{ id, testCode: test_code, title, recommendation, madeAt: made_at.toISOString() },
      }))
    })
}

export function relatedTests({ connection }: SampleDeps) {
  return (authority: Authority, { params }: Input<'relatedTests'>): Promise<Reply<'relatedTests'>> =>
    withScope(connection, authority, async (scope) => {
      const sample = await sampleAt(scope, params)
      const orders = await store.furtherOrders(scope, sample)
      await audit(scope, 'sample.related', { kind: 'sample', id: sample.id, institution: params.h })
      const codesByOrder = orders.flatMap((order) => order.test_codes.map((code) => ({ code, order })))
      const codes = codesByOrder.map(({ code }) => code)
      const names = new Map((await namesOfTests(scope.db, codes)).map(({ code, name }) => [code, name]))
      const ordered: RelatedTest[] = codesByOrder.map(({ code, order }) => ({
        ...{ code, name: names.get(code) ?? code, relation: 'ordered', orderId: order.id },
        displayStatus: ORDER_STATE_META[order.state].display,
      }))
      const own = await store.testsOf(scope, sample.order_id)
      const around = await testsAround(scope.db, own, params.h)
      return [...ordered, ...around.map((test) => ({ ...test, orderId: null, displayStatus: null }))]
    })
}
