import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { administer } from '#server/database/connection/connect.ts'
import { startPortal, type TestPortal } from '../../testing/portal.ts'
import { PARENT, readyOrder } from '../../testing/world.ts'
import { importHpo } from './import.ts'
import { knownTerms } from './known-terms.ts'
import { readHpoRelease } from './release-file.ts'
import { SHIPPED_RELEASE } from './shipped-release.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, (db) => importHpo(db, readHpoRelease(SHIPPED_RELEASE)))
})
afterAll(() => portal?.stop())

const known = (...ids: string[]) => administer(portal.database.url, (db) => knownTerms(db, ids))

describe('the terms of a document', () => {
  test('are current, retired with their replacement, unknown, or no finding', async () => {
    const context = await known('HP:0001250', 'HP:0000057', 'HP:0001275', 'HP:9999999', 'HP:0012828', '')
    expect(context?.release).toBe('2026-01-08')
    const replaced = { id: 'HP:0008665', label: 'Clitoral hypertrophy' }
    expect(Object.fromEntries((context?.terms ?? []).map((term) => [term.id, term]))).toEqual({
      'HP:0001250': { id: 'HP:0001250', label: 'Seizure', state: 'current', replacement: null, above: [] },
      'HP:0000057': expect.objectContaining({ state: 'retired', replacement: replaced }),
      'HP:0001275': expect.objectContaining({
        state: 'retired',
        replacement: { id: 'HP:0001250', label: 'Seizure' },
      }),
      'HP:9999999': { id: 'HP:9999999', label: '', state: 'unknown', replacement: null, above: [] },
      'HP:0012828': expect.objectContaining({ label: 'Severe', state: 'no-finding' }),
      '': expect.objectContaining({ state: 'unknown' }),
    })
  })

  test('name which of the others are above them, over several steps', async () => {
    const context = await known('HP:0010819', 'HP:0001250', 'HP:0000707', 'HP:0001252')
    const above = context?.terms.find(({ id }) => id === 'HP:0010819')?.above
    expect(above).toEqual(['HP:0000707', 'HP:0001250'])
  })

  test('cost no query if there are none, and are not judged without a release', async () => {
    expect(await known()).toBeUndefined()
    const without = await startPortal()
    try {
      expect(await administer(without.database.url, (db) => knownTerms(db, ['HP:0001250']))).toBeUndefined()
    } finally {
      await without.stop()
    }
  })

  test('are judged alike by the API’s check: an error with the replacement, a warning with a reason', async () => {
    await administer(portal.database.url, (db) =>
      db.insertInto('test_phenotype').values({ test_code: 'WES1', few: 3 }).execute(),
    )
    // The other orders of this file need no terms.
    onTestFinished(() =>
      administer(portal.database.url, async (db) => {
        await db.deleteFrom('test_phenotype').where('test_code', '=', 'WES1').execute()
      }),
    )
    const creator = portal.as('OrderSubmitter@P1')
    const order = readyOrder()
    const check = (document: typeof order) =>
      creator.orders.check({ params: { hospital: PARENT }, body: { document, orderId: null } })
    const ofPhenotype = async (document: typeof order) =>
      (await check(document)).points.filter(({ path }) => path.startsWith('/phenotype'))
    expect(await ofPhenotype(order)).toMatchObject([{ rule: 'phenotype-missing', severity: 'warning' }])
    const feature = { patient: 'proband', label: '', release: '2026-01-08', status: 'present' as const }
    const obsolete = { ...order, phenotype: [{ ...feature, termId: 'HP:0000057' }] }
    expect(await ofPhenotype(obsolete)).toMatchObject([
      {
        ...{ path: '/phenotype/0/termId', severity: 'error' },
        message: 'HP:0000057 is no longer used. Use HP:0008665 Clitoral hypertrophy instead',
      },
    ])
    const good = { ...order, phenotype: [{ ...feature, termId: 'HP:0001250', label: 'Seizure' }] }
    expect(await ofPhenotype(good)).toEqual([])
    expect((await check(good)).facts.phenotype).toMatchObject({ release: '2026-01-08' })
  })

  test('are submitted by the release’s names, whatever name a client gave them', async () => {
    const feature = { patient: 'proband', status: 'present' as const }
    const { id, document } = await portal.submitted({
      ...readyOrder(),
      phenotype: [
        { ...feature, termId: 'HP:0001250', label: 'No seizures at all', release: '2026-01-08' },
        { ...feature, termId: 'HP:0001252', label: '', release: '' },
        { ...feature, termId: 'HP:0000252', label: 'Microcephaly', release: '2020-01-01' },
      ],
    })
    expect(document.phenotype?.map(({ label, release }) => `${label} ${release}`)).toEqual([
      'Seizure 2026-01-08',
      'Hypotonia 2026-01-08',
      'Microcephaly 2020-01-01',
    ])
    const { body } = await portal.worker.db
      .selectFrom('message_out')
      .select('body')
      .where('order_id', '=', id)
      .executeTakeFirstOrThrow()
    expect(body).toContain('HP:0001250^Seizure^')
    expect(body).not.toContain('No seizures at all')
  })
})

test('[HPO-01] an order’s phenopacket has its findings and no names, and a file of it previews the same findings', async () => {
  const feature = { patient: 'proband', label: '', release: '' }
  const { id, document } = await portal.submitted({
    ...readyOrder(),
    phenotype: [
      {
        ...{ ...feature, termId: 'HP:0001250', status: 'present', severity: 'HP:0012828', note: 'febrile' },
        onset: { kind: 'age', value: 'P3M' },
      },
      { ...feature, termId: 'HP:0001252', status: 'absent' },
      { ...feature, termId: 'HP:0000252', status: 'uncertain' },
    ],
  })
  const viewer = 'OrderViewer@P1'
  const response = await portal.request(`/api/orders/${PARENT}/${id}/phenopacket`, { as: viewer })
  expect(response.headers.get('content-disposition')).toContain(`phenopacket-${id}.json`)
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject({
    id: `${id}-proband`,
    phenotypicFeatures: [
      {
        ...{ type: { id: 'HP:0001250', label: 'Seizure' }, description: 'febrile' },
        ...{ severity: { id: 'HP:0012828' }, onset: { age: { iso8601duration: 'P3M' } } },
      },
      { type: { id: 'HP:0001252', label: 'Hypotonia' }, excluded: true },
    ],
    metaData: { phenopacketSchemaVersion: '2.0', resources: [{ id: 'hp', version: '2026-01-08' }] },
  })
  const [person] = document.patients
  for (const secret of [person?.lastName ?? '', person?.dateOfBirth ?? '']) {
    expect(secret).not.toBe('')
    expect(text).not.toContain(secret)
  }
  const preview = await portal.as(viewer).phenotype.phenopackets({ body: { text } })
  const [seizure, hypotonia] = document.phenotype ?? []
  const read = [seizure, hypotonia].map((one) => {
    const { patient: _, release: __, ...kept } = one ?? {}
    return kept
  })
  expect(preview).toEqual({
    release: '2026-01-08',
    people: [{ role: 'proband', id: `${id}-proband`, features: read }],
    leftOut: [],
  })
})
