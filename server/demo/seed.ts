import path from 'node:path'
import type { OrderEvent } from '#contract/orders.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import {
  readCatalogue,
  readIcd10,
  readInstitutions,
  readNames,
} from '#server/features/catalogue/catalogue-files.ts'
import { importCatalogue, importIcd10, importInstitutions } from '#server/features/catalogue/import.ts'
import { orderableTests } from '#server/features/catalogue/reads.ts'
import { projection } from '#server/features/orders/projection.ts'
import { importNpi } from '#server/import.ts'
import { addColleagues, addPeople, type DemoParts, type Provider, type Seed } from './add-people.ts'
import { type DemoOrder, type DemoWorld, demoOrder } from './orders.ts'
import { seededRandom } from './random.ts'
import { demoReport } from './report.ts'

const DATA = path.join(import.meta.dirname, '../../data')
const ORDERS = 2000
const SEED = 20261121

function eventsOf(
  order: DemoOrder,
  provider: string,
): { kind: OrderEvent['kind']; at: Date; actor: string }[] {
  const inProcess =
    order.accessionedAt && (order.state === 'in-process' || order.state === 'reported')
      ? new Date(order.accessionedAt.getTime() + 20 * 3_600_000)
      : null
  const steps: [OrderEvent['kind'], Date | null, string][] = [
    ['draft-begun', order.createdAt, provider],
    ['submitted', order.submittedAt, provider],
    ['acknowledged', order.submittedAt, 'Laboratory'],
    ['accessioned', order.accessionedAt, 'Laboratory'],
    ['in-process', inProcess, 'Laboratory'],
    ['reported', order.reportedAt, 'Laboratory'],
    ['cancelled', order.state === 'cancelled' ? order.submittedAt : null, 'Laboratory'],
  ]
  return steps.flatMap(([kind, at, actor]) => (at ? [{ kind, at, actor }] : []))
}

async function addOrders(
  db: Seed,
  providers: Provider[],
  world: DemoWorld,
  { now, laboratory, files }: DemoParts,
) {
  const random = seededRandom(SEED)
  const today = todayAtLaboratory(now)
  const testOf = new Map(world.tests.map((test) => [test.code, test]))
  // The institution of the first demo sign-in has most of them.
  const weighted = [
    ...providers,
    ...providers.filter((one) => one.institution === '1001').flatMap((one) => Array<Provider>(8).fill(one)),
  ]
  const reports = new Map<string, { key: string; bytes: number }>()
  let number = 104000
  const made = Array.from({ length: ORDERS }, () => {
    const { institution, ...provider } = random.one(weighted)
    return { institution, provider, order: demoOrder(now, provider, world, random) }
  }).sort((a, b) => a.order.createdAt.getTime() - b.order.createdAt.getTime())
  for (let from = 0; from < made.length; from += 250) {
    const part = made.slice(from, from + 250)
    const ids = await db
      .insertInto('orders')
      .values(
        part.map(({ institution, provider, order }) => {
          const test = testOf.get(order.document.tests[0]?.testCode ?? '')
          const name = `${provider.firstName} ${provider.lastName}`
          const changed = order.reportedAt ?? order.accessionedAt ?? order.submittedAt ?? order.createdAt
          return {
            ...projection(order.document, test ? [test] : [], today),
            institution_code: institution,
            draft_key: crypto.randomUUID(),
            state: order.state,
            accession_number: order.accessionedAt
              ? `${String(order.accessionedAt.getUTCFullYear()).slice(2)}-${++number}`
              : null,
            expected_on: order.expectedOn,
            created_at: order.createdAt,
            created_by: provider.physicianId,
            created_by_name: name,
            responsible_id: provider.physicianId,
            responsible_name: name,
            updated_at: changed,
            updated_by_name: name,
            submitted_at: order.submittedAt,
            submitted_by: order.submittedAt ? provider.physicianId : null,
            submitted_by_name: order.submittedAt ? name : null,
            reported_at: order.reportedAt,
            // Reports of the last days wait to be opened.
            report_opened_at:
              order.reportedAt && now.getTime() - order.reportedAt.getTime() > 9 * 24 * 3_600_000
                ? new Date(order.reportedAt.getTime() + 3_600_000)
                : null,
          }
        }),
      )
      .returning('id')
      .execute()
    const numbered = part.map((one, index) => ({ ...one, id: ids[index]?.id ?? 0 }))
    await db
      .insertInto('order_event')
      .values(
        numbered.flatMap(({ id, institution, provider, order }) =>
          eventsOf(order, `${provider.firstName} ${provider.lastName}`).map((event) => ({
            ...event,
            order_id: id,
            institution_code: institution,
            actor_id: null,
          })),
        ),
      )
      .execute()
    const reported = numbered.filter(({ order }) => order.reportedAt)
    for (const { order } of reported) {
      const test = testOf.get(order.document.tests[0]?.testCode ?? '')
      if (!test || reports.has(test.code)) continue
      const pdf = await demoReport(laboratory, test)
      reports.set(test.code, { key: await files.put(pdf), bytes: pdf.byteLength })
    }
    await db
      .insertInto('report')
      .values(
        reported.map(({ id, institution, order }) => {
          const report = reports.get(order.document.tests[0]?.testCode ?? '')
          return {
            order_id: id,
            institution_code: institution,
            version: 1,
            corrected: false,
            file_key: report?.key ?? '',
            bytes: report?.bytes ?? 0,
            received_at: order.reportedAt ?? now,
            message_id: null,
            test_code: order.document.tests[0]?.testCode ?? '',
          }
        }),
      )
      .execute()
  }
}

/** Fills an empty database with the demo laboratory of the design's section 3; leaves one that has people alone. */
export async function seedDemo(db: Seed, parts: DemoParts): Promise<void> {
  if (await db.selectFrom('physician').select('id').limit(1).executeTakeFirst()) return
  const catalogue = readCatalogue(path.join(DATA, 'catalogue'))
  const institutions = readInstitutions(path.join(DATA, 'institutions.csv'))
  const codes = readIcd10(path.join(DATA, 'icd10.csv'))
  await importCatalogue(db, catalogue)
  await importIcd10(db, codes)
  await importInstitutions(db, institutions)
  await importNpi(db, path.join(DATA, 'npi.csv'))
  const world: DemoWorld = {
    tests: await orderableTests(
      db,
      catalogue.tests.filter((test) => test.displayInCatalog).map((test) => test.code),
    ),
    indications: codes,
    names: readNames(path.join(DATA, 'demo/names.csv')),
  }
  const codesOfInstitutions = institutions.map(({ code }) => code)
  const providers = [
    ...(await addPeople(db, parts)),
    ...(await addColleagues(db, codesOfInstitutions, parts)),
  ]
  await addOrders(db, providers, world, parts)
}
