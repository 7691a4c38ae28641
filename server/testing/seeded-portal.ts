import { administer } from '../database/connection/connect.ts'
import { PRICED } from './examples/coverage.ts'
import type { ExampleIds } from './examples/example.ts'
import { FAMILY_REQUEST } from './examples/families.ts'
import { FINDING_REQUEST } from './examples/family-cascade.ts'
import { KIT_REQUEST } from './examples/kits.ts'
import { sampleOf } from './examples/orders.ts'
import { laboratoryMessage, REPORT } from './laboratory.ts'
import type { TestPortal } from './portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from './world.ts'

export interface SeededPortal {
  /** The ids for an example at an institution, sent `as` a user; at a nonexistent one, with the foreign one's order. */
  idsAt(hospital: string, as?: string): ExampleIds
}

/** Inserts a reported order at each institution, and one of everything that the examples request. */
export async function seedPortal(portal: TestPortal): Promise<SeededPortal> {
  const orders: Record<string, number> = {}
  const institutions: Record<string, number> = {}
  const userIds: Record<string, number> = {}
  await administer(portal.database.url, async (db) => {
    for (const { id, subject } of await db.selectFrom('physician').select(['id', 'subject']).execute())
      userIds[subject] = id
    for (const { id, code } of await db.selectFrom('institution').select(['id', 'code']).execute())
      institutions[code] = id
  })
  for (const at of [PARENT, CHILD, FOREIGN]) {
    const by = `OrderSubmitter@${at}`
    const { id } = await portal.submitted(readyOrder(), { by, at })
    orders[at] = id
    const options = { order: id, number: `L-${id}`, status: 'F' as const, pdf: REPORT }
    const answer = await portal.receive(laboratoryMessage(`M${id}`, options))
    if (!answer?.includes('MSA|AA')) throw new Error(`the report was not taken: ${answer}`)
    await addRelations(portal, by, at, id)
  }
  const [reader, name] = ['OrderViewer@P1', 'Late ones']
  const body = { search: 'late=true', replace: true }
  await portal.as(reader).physicians.saveView({ params: { id: userIds[reader] ?? 0, name }, body })
  return {
    idsAt: (hospital, as = '') => ({
      hospital,
      order: orders[hospital] ?? orders[FOREIGN] ?? 0,
      user: userIds[`OrderSubmitter@${hospital}`] ?? 0,
      institution: institutions[hospital] ?? 999_999,
      ownId: userIds[as] ?? 0,
    }),
  }
}

/** Inserts what examples request besides orders, the same at each institution. */
async function addRelations(portal: TestPortal, by: string, h: string, id: number) {
  const as = portal.as(by)
  const file = { filename: 'notes.txt', mediaType: 'text/plain', content: Buffer.from('Notes') }
  await as.documents.upload({
    params: { h, id },
    body: { uploadKey: crypto.randomUUID(), type: 'Other', description: '', file },
  })
  await as.coverage.check({ params: { hospital: h }, body: PRICED })
  await as.coverage.keepEstimate({ params: { hospital: h }, body: PRICED })
  await as.samples.askAvailability({ params: { h, id: sampleOf(h) }, body: { testCode: 'EPI2' } })
  const [test] = (await as.catalogue.orderable({ query: { keywords: 'PAN8' } })).tests
  await as.catalogue.saveCustomPanel({
    params: { id: test?.id ?? 0 },
    body: { institutionCode: h, name: 'Seizures', genes: ['SCN1A'] },
  })
  const family = await as.families.create({
    params: { hospital: h },
    body: { ...FAMILY_REQUEST, familyKey: crypto.randomUUID() },
  })
  await as.familyCascade.addFinding({
    params: { hospital: h, id: family.id },
    body: { ...FINDING_REQUEST, findingKey: crypto.randomUUID() },
  })
  await as.kits.order({ params: { hospital: h }, body: { ...KIT_REQUEST, requestKey: crypto.randomUUID() } })
  await administer(portal.database.url, async (db) => {
    const what = {
      ...{ order_id: id, institution_code: h, treatment_key: 'a', test_code: 'EPI2', made_at: new Date() },
      ...{ title: 'Treatment', recommendation: 'Words' },
    }
    await db.insertInto('treatment').values(what).execute()
  })
}
