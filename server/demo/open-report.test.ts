import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROBAND } from '#domain/orders/document.ts'
import { geneticResult } from '#domain/reports/demonstration/genetic-result.ts'
import { demonstrationReport, type ReportedOrder } from '#domain/reports/demonstration/report.ts'
import { readResult } from '#domain/results/read-result.ts'
import { classesOf } from '#domain/results/words.ts'
import { writeResult } from '#domain/results/write-result.ts'
import { administer } from '../database/connection/connect.ts'
import type { Scope } from '../database/scope.ts'
import type { TestDatabase } from '../testing/database.ts'
import { demoDatabase } from '../testing/demo-database.ts'
import type { Seed } from './add-users.ts'
import { demoReports } from './open-report.ts'

let database: TestDatabase
const query = <T>(question: (db: Seed) => Promise<T>) => administer(database.url, question)

beforeAll(async () => {
  database = await demoDatabase()
})
afterAll(() => database?.drop())

test('[UX-05] a demo report is written from its order: patient, test, genes, findings and status', async () => {
  const written: ReportedOrder[] = []
  const open = demoReports('Demo', async (order) => {
    written.push(order)
    return Buffer.from(order.orderId)
  })
  for (const [status, person, called] of [
    ['final', 'fetus-2', ', fetus B'],
    ...(['final', 'preliminary', 'amended', 'corrected', 'addended'] as const).map(
      (one) => [one, PROBAND, ''] as const,
    ),
  ] as const)
    await query(async (db) => {
      const report = await db
        .selectFrom('report')
        .selectAll()
        .where('status', '=', status)
        .where('person', '=', person)
        .where('state', '=', 'current')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      const order = await db
        .selectFrom('orders')
        .selectAll()
        .where('id', '=', report.order_id)
        .executeTakeFirstOrThrow()
      const scope = { db } as unknown as Scope
      expect(await open(scope, order, report)).toEqual(Buffer.from(String(order.id)))
      const [patient] = order.document.patients
      expect(written.at(-1)).toMatchObject({
        ...{ laboratory: 'Demo', laboratoryNumber: order.accession_number, status, words: report.words },
        patient: {
          name: `${patient?.lastName}, ${patient?.firstName}${called}`,
          dateOfBirth: patient?.dateOfBirth,
          // No ultrasound has shown the twins' sex.
          sex: person === PROBAND ? patient?.sex : '',
        },
      })
      expect(written.at(-1)?.tests.map(({ code }) => code)).toContain(order.test_code)
      // A report that a laboratory sent is returned unchanged.
      expect(await open(scope, order, { ...report, message_id: 1 })).toBeNull()
    })
  const outcomeAt = (status: string) => written.find((one) => one.status === status)?.tests[0]?.outcome
  expect(outcomeAt('preliminary')).toBe('uncertain')
  expect(written.some(({ tests }) => tests.some(({ genes }) => genes.length > 0))).toBe(true)
})

test('a demo report has its result as data, of each kind, and its PDF states the same', async () => {
  const written: ReportedOrder[] = []
  const open = demoReports('Demo', async (order) => {
    written.push(order)
    return Buffer.alloc(0)
  })
  const [reports, orders] = await query((db) =>
    Promise.all([
      db.selectFrom('report').selectAll().where('change', 'is distinct from', 'addendum').execute(),
      db.selectFrom('orders').selectAll().execute(),
    ]),
  )
  const results = reports.map(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'genetics' ? [readResult(part.findings)] : [])),
  )
  // The twins' karyotypes are told in words.
  expect(results.filter((found) => found.length !== 1).length).toBe(2)
  const all = results.flat()
  expect(new Set(all.map(({ overall }) => overall))).toEqual(
    new Set(['Positive', 'Negative', 'Inconclusive', 'Failure']),
  )
  const classes = new Set(all.flatMap(({ variants }) => variants.flatMap(classesOf)))
  for (const one of ['Pathogenic', 'Uncertain significance', 'Likely benign']) expect(classes).toContain(one)
  expect(all.some(({ variants }) => variants.some(({ section }) => section === 'Secondary finding'))).toBe(
    true,
  )
  const picked = reports
    .filter(({ id, change }) => id % 97 === 0 || change === 'reclassification')
    .slice(0, 20)
  expect(picked.length).toBeGreaterThan(8)
  for (const report of picked) {
    const order = orders.find(({ id }) => id === report.order_id)
    if (order) await query((db) => open({ db } as unknown as Scope, order, report))
    const reported = written.at(-1)
    if (!reported) throw new Error('nothing was written')
    const genetics = report.parts.find((part) => part.kind === 'genetics')
    expect(genetics?.findings).toEqual(writeResult(geneticResult(demonstrationReport(reported))))
  }
})
