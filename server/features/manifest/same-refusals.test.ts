import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeCsv } from '#contract/csv.ts'
import { ProblemError } from '#contract/errors.ts'
import type { ManifestRow } from '#contract/manifest.ts'
import { columnsOf } from '#domain/manifest/columns.ts'
import { rowOf } from '#domain/manifest/testing/row-of.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { badOrders } from '#domain/orders/testing/bad-orders.ts'
import { goodOrder, testContext } from '#domain/orders/testing/good-order.ts'
import { formPoints } from '#portal/features/create/draft/points.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.stop())

const WHO = 'OrderSubmitter@P1'
const ORDERS = badOrders(200, 4)
const [exome] = testContext(goodOrder()).tests
const columns = exome ? columnsOf(exome) : []
const codes = (errors: readonly { path: string; rule: string }[]) =>
  errors.map(({ path, rule }) => `${path} ${rule}`).sort()

/** What the form shows: its own rules, with the context it requested from the server. */
async function byForm(document: OrderDocument): Promise<string[]> {
  const { facts: context } = await portal
    .as(WHO)
    .orders.check({ params: { hospital: 'P1' }, body: { document, orderId: null } })
  const { tests, today } = testContext(document)
  const points = formPoints({
    ...{ document, loading: [], refused: [] },
    context: { ...context, tests, today, submitter: { npi: '', delegated: true } },
  })
  return codes(points.filter((point) => point.severity === 'error' || point.reason === ''))
}

/** What the API refuses when the order is submitted anyway. */
async function byApi(document: OrderDocument): Promise<string[]> {
  const { id, version } = await portal.draft(document)
  const headers = { 'if-match': String(version) }
  const refused = await portal
    .as(WHO)
    .orders.submit({ params: { hospital: 'P1', id }, headers, query: SIGNED })
    .catch((error: unknown) => error)
  if (!(refused instanceof ProblemError)) throw new Error(`order ${id} was not refused`, { cause: refused })
  expect(refused.problem.code).toBe('order-not-ready')
  return codes(refused.problem.errors ?? [])
}

async function byManifest(documents: readonly OrderDocument[]): Promise<string[][]> {
  const headings = columns.map((column) => column.heading)
  const rows = documents.map((document, index) => ({
    ...rowOf(document, columns),
    Reference: `row ${index}`,
  }))
  const text = writeCsv(
    headings,
    rows.map((row: Record<string, string>) => headings.map((heading) => row[heading] ?? '')),
  )
  const answer = await portal.as(WHO).manifest.import({
    ...{ params: { testCode: 'WES1', hospitalCode: 'P1' }, query: {} },
    body: {
      goAhead: 'submit',
      ...SIGNED,
      file: { filename: 'bad.csv', mediaType: 'text/csv', content: new TextEncoder().encode(text) },
    },
  })
  expect(new Set(answer.rows.map((row: ManifestRow) => row.outcome))).toEqual(new Set(['refused']))
  return answer.rows.map((row: ManifestRow) => codes(row.errors))
}

/** The bound for this many sequential orders on a busy machine. */
const LIMIT_MS = 300_000

it('form, API and manifest refuse the same 200 invalid orders with the same codes at the same fields', {
  timeout: LIMIT_MS,
}, async () => {
  const manifest = await byManifest(ORDERS.map((order) => order.document))
  for (const [index, { name, document }] of ORDERS.entries()) {
    const api = await byApi(document)
    expect(api, name).not.toEqual([])
    expect(await byForm(document), name).toEqual(api)
    expect(manifest[index], name).toEqual(api)
  }
})
