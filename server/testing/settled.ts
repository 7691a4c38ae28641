import { administer } from '../database/connect.ts'
import { PRICED } from './examples/coverage.ts'
import type { Asked } from './examples/example.ts'
import { KIT_REQUEST } from './examples/kits.ts'
import { sampleOf } from './examples/orders.ts'
import { laboratorySays, REPORT } from './laboratory.ts'
import type { TestPortal } from './portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from './world.ts'

export interface Settled {
  /**
   * What an example asks for at an institution, `as` somebody; at one that does not exist it is the foreign one's
   * order.
   */
  asked(hospital: string, as?: string): Asked
}

/** A reported order at each institution, and one of everything that the examples ask for. */
export async function settle(portal: TestPortal): Promise<Settled> {
  const orders: Record<string, number> = {}
  const institutions: Record<string, number> = {}
  const people: Record<string, number> = {}
  await administer(portal.database.url, async (db) => {
    for (const { id, subject } of await db.selectFrom('physician').select(['id', 'subject']).execute())
      people[subject] = id
    for (const { id, code } of await db.selectFrom('institution').select(['id', 'code']).execute())
      institutions[code] = id
  })
  for (const at of [PARENT, CHILD, FOREIGN]) {
    const by = `OrderSubmitter@${at}`
    const { id } = await portal.submitted(readyOrder(), { by, at })
    orders[at] = id
    const said = { order: id, number: `L-${id}`, status: 'F' as const, pdf: REPORT }
    const answer = await portal.receive(laboratorySays(`M${id}`, said))
    if (!answer?.includes('MSA|AA')) throw new Error(`the report was not taken: ${answer}`)
    await belongings(portal, by, at, id)
  }
  const [reader, name] = ['OrderViewer@P1', 'Late ones']
  const body = { search: 'late=true', replace: true }
  await portal.as(reader).physicians.saveView({ params: { id: people[reader] ?? 0, name }, body })
  return {
    asked: (hospital, as = '') => ({
      hospital,
      order: orders[hospital] ?? orders[FOREIGN] ?? 0,
      user: people[`OrderSubmitter@${hospital}`] ?? 0,
      institution: institutions[hospital] ?? 999_999,
      self: people[as] ?? 0,
    }),
  }
}

/** What is asked for besides orders, the same at each institution. */
async function belongings(portal: TestPortal, by: string, h: string, id: number) {
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
  await as.kits.order({ params: { hospital: h }, body: { ...KIT_REQUEST, requestKey: crypto.randomUUID() } })
  await administer(portal.database.url, async (db) => {
    const what = {
      ...{ order_id: id, institution_code: h, treatment_key: 'a', test_code: 'EPI2', made_at: new Date() },
      ...{ title: 'Treatment', recommendation: 'Words' },
    }
    await db.insertInto('treatment').values(what).execute()
  })
}
