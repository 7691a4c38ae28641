import type { DiagnosticReport } from 'fhir/r4.js'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { fhirOf } from './testing/request.ts'

let portal: TestPortal
let fhir: ReturnType<typeof fhirOf>
/** Locks an order like the laboratory's inbox during a withdrawal. */
let laboratory: postgres.Sql
/** Sees who is waiting for locks. */
let owner: postgres.Sql
beforeAll(async () => {
  portal = await startPortal()
  fhir = fhirOf(portal)
  const connect = () => postgres(portal.database.url, { max: 1, onnotice: () => undefined })
  ;[laboratory, owner] = [connect(), connect()]
})
afterAll(async () => {
  await Promise.all([laboratory?.end(), owner?.end()])
  await portal?.stop()
})

const BRCA2 = { gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', variantClass: 'Pathogenic' } as const
const CFTR = { gene: 'CFTR', cdna: 'NM_000492.4:c.100C>T', variantClass: 'Uncertain significance' } as const

/** An order with a result as data, and one that an addendum adds. */
async function withResult(): Promise<number> {
  const { id } = await portal.submitted()
  await send(id, 1, geneticObx('Positive', [BRCA2]))
  await send(id, 2, geneticObx('Positive', [CFTR]), 'B')
  return id
}

async function send(order: number, nth: number, findings: readonly string[], obx11 = 'F') {
  const head = laboratoryMessage(`${order}-${nth}`, {
    ...{ order, number: `L-${order}`, status: 'F', at: `2026040${nth}100000`, pdf: REPORT },
  })
  const raw = (head + findings.join('')).replaceAll('||||||F\r', `||||||${obx11}\r`)
  expect(await portal.receive(raw)).toContain('MSA|AA')
}

/** Who is recorded as a reader of which version. */
async function readersOf(order: number) {
  const rows = await owner`
    select p.subject, r.version from report_opening o join report r on r.id = o.report_id
      join physician p on p.id = o.physician_id
    where r.order_id = ${order} order by p.subject, r.version`
  return rows.map(({ subject, version }) => `${subject} ${version}`)
}

const SEARCH = (id: number) => `/DiagnosticReport?patient=${id}-proband`
const READ = (id: number) => `/DiagnosticReport/${id}-WES1`

test.each([
  ['a search', 'OrderViewer@P1', SEARCH],
  ['its number', 'OrderCreator@P1', READ],
])('whoever reads a result as data by %s is told when it is withdrawn', async (_, reader, path) => {
  const id = await withResult()
  expect(JSON.stringify(await fhir.get(path(id), await fhir.user(reader)))).toContain(CFTR.cdna)
  expect(await readersOf(id)).toEqual([`${reader} 1`, `${reader} 2`])
  await send(id, 3, geneticObx('Positive', [BRCA2]), 'W')
  const mails = await portal.mailsTo(`${reader}@demo.test`.toLowerCase())
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('withdrawn')])
})

test('a system, Support, and a search for something else leave no reader', async () => {
  const id = await withResult()
  const [system, support, viewer] = await Promise.all([
    fhir.system('ehr-system', 'system/*.rs'),
    fhir.user('Support'),
    fhir.user('OrderViewer@P1'),
  ])
  for (const as of [system, support]) {
    const report = await fhir.get<DiagnosticReport>(READ(id), as)
    expect(JSON.stringify(report)).toContain(BRCA2.cdna)
  }
  for (const type of ['ServiceRequest', 'Task', 'Specimen'])
    await fhir.get(`/${type}?patient=${id}-proband`, viewer)
  // A page that does not reach the report.
  await fhir.get(`/DiagnosticReport?_count=1&_lastUpdated=lt2020-01-01`, viewer)
  expect(await readersOf(id)).toEqual([])
})

test.each([
  ['a search', SEARCH],
  ['its number', READ],
])('a result that is withdrawn while it is read by %s is not given', async (_, path) => {
  const { id } = await portal.submitted()
  await send(id, 1, geneticObx('Positive', [BRCA2]))
  const viewer = await fhir.user('OrderViewer@P1')
  let text = ''
  let request: Promise<unknown> = Promise.resolve()
  await laboratory.begin(async (tx) => {
    await tx`select from orders where id = ${id} for update`
    await tx`update report set state = 'withdrawn', withdrawn_at = now() where order_id = ${id}`
    request = fhir.ask(path(id), viewer).then((reply) => {
      text = reply.text
    })
    // It is waiting for the order, or was answered without waiting.
    const waits = () => owner`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => text !== '' || (await waits()).length > 0).toBe(true)
  })
  await request
  expect(text).toContain('entered-in-error')
  expect(text).not.toContain('BRCA2')
  expect(await readersOf(id)).toEqual([])
})
