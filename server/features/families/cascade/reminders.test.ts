import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { administer } from '#server/database/connection/connect.ts'
import { offerKnownVariantTest } from '#server/testing/known-variant-test.ts'
import { PORTAL_ORIGIN, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT } from '#server/testing/world.ts'
import { documentWith, found, remindedOn } from './testing/found-family.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await offerKnownVariantTest(portal)
})
afterAll(() => portal?.stop())

test('the clinic is reminded of the window at half of it, 14 and 3 days before its end: once each, without a name', async () => {
  const finding = await found(portal)
  const counts: number[] = []
  // Half, still half, 14 days before, 3 days before after a pause of the portal, and after the end.
  for (const day of [44, 45, 46, 76, 89, 95]) counts.push((await remindedOn(portal, day, finding)).length)
  expect(counts).toEqual([0, 1, 1, 2, 3, 3])
  const sent = await remindedOn(portal, 95, finding)
  expect(sent.map(({ key }) => key)).toEqual(
    [45, 76, 87].map((day) => `family-window ${finding.findingId} ${addDays(finding.reportedOn, day)} KNO9`),
  )
  for (const { subject, body } of sent) {
    expect(body).toContain(`${PORTAL_ORIGIN}/families/${finding.id}?tab=cascade`)
    expect(subject + body).not.toMatch(/Quillon|BRCA2|5946|Linh/)
  }
})

/** Runs with one place for first-degree relatives, whose specimen must arrive in time. */
async function withOnePlace<T>(run: () => Promise<T>): Promise<T> {
  const terms = { until: 'received', who: 'first degree', most: 1, classes: ['Pathogenic'], notTests: [] }
  const setting = { test_code: 'KNO9', topic: 'familyTesting', setting: JSON.stringify(terms) } as never
  await administer(portal.database.url, (db) => db.insertInto('test_setting').values(setting).execute())
  try {
    return await run()
  } finally {
    await administer(portal.database.url, (db) =>
      db.deleteFrom('test_setting').where('test_code', '=', 'KNO9').execute(),
    )
  }
}

test('nobody is reminded of a window whose places are used', async () => {
  const [finding, as] = [await found(portal), portal.as('OrderCreator@P1').familyCascade]
  await withOnePlace(async () => {
    const [mail] = await remindedOn(portal, 50, finding)
    expect(mail?.body).toContain('1 more first-degree relative without a charge if the specimen arrives by')
    const [params, on] = [{ hospital: PARENT, ...finding }, finding.reportedOn]
    await as.agree({ params, body: { member: 'mother', shows: 'result', on, words: 'By phone' } })
    await as.record({ params, body: { member: 'mother', kind: 'negative', on } })
    expect(await remindedOn(portal, 76, finding)).toEqual([mail])
  })
})

test('the clinic is reminded of a window whose only place is held by a relative whose sample is on its way', async () => {
  const [finding, as] = [await found(portal), portal.as('OrderCreator@P1').familyCascade]
  await withOnePlace(async () => {
    const [params, on] = [{ hospital: PARENT, ...finding }, finding.reportedOn]
    await as.agree({ params, body: { member: 'mother', shows: 'result', on, words: 'By phone' } })
    await as.record({ params, body: { member: 'mother', kind: 'sample', on } })
    const [mail] = await remindedOn(portal, 76, finding)
    expect(mail?.body).toContain(
      'A relative who already has one is still tested without a charge if the specimen arrives by',
    )
  })
})

test('the clinic is reminded of each test’s window that is the last one for somebody, unless a portal of the version before did so', async () => {
  const inLaw = ['brother-in-law', 'man'] as const
  const finding = await found(
    portal,
    documentWith([...inLaw], ['niece', 'woman', ['brother-in-law', 'sister']]),
  )
  const [near, all] = ['first degree', 'blood'].map((who) =>
    JSON.stringify({ until: 'ordered', who, most: null, classes: ['Pathogenic'], notTests: [] }),
  )
  const KNOWN = { kinds: ['sequence'], most: 1, excluded_genes: [], for_relatives: true }
  const admin = (change: Parameters<typeof administer>[1]) => administer(portal.database.url, change)
  await admin((db) =>
    db
      .insertInto('known_variant_test')
      .values({ test_code: 'WES1', ...KNOWN, family_days: 180 })
      .execute(),
  )
  const settings = [
    { test_code: 'WES1', topic: 'familyTesting', setting: near },
    { test_code: 'KNO9', topic: 'familyTesting', setting: all },
  ]
  await admin((db) =>
    db
      .insertInto('test_setting')
      .values(settings as never)
      .execute(),
  )
  const day = (days: number) => addDays(finding.reportedOn, days)
  try {
    const key = `family-window ${finding.findingId} ${day(45)}`
    await portal.worker.db
      .insertInto('mail_out')
      .values({ id: randomUUID(), key, recipient: 'a@b.test', subject: '', body: '' } as never)
      .execute()
    expect((await remindedOn(portal, 50, finding)).map((mail) => mail.key)).toEqual([key])
    const [, ...mails] = await remindedOn(portal, 90, finding)
    expect(mails.map((mail) => [mail.key, mail.subject])).toEqual([
      [`family-window ${finding.findingId} ${day(87)} KNO9`, `Testing of relatives is free until ${day(90)}`],
      [
        `family-window ${finding.findingId} ${day(90)} WES1`,
        `Testing of relatives is free until ${day(180)}`,
      ],
    ])
  } finally {
    await admin((db) => db.deleteFrom('test_setting').where('test_code', 'in', ['WES1', 'KNO9']).execute())
    await admin((db) => db.deleteFrom('known_variant_test').where('test_code', '=', 'WES1').execute())
  }
})

test('nobody is reminded without an open step, or who wants no mail about what is to be done', async () => {
  const [closed, unwanted] = [await found(portal), await found(portal)]
  await portal.as('OrderCreator@P1').familyCascade.changeClass({
    params: { hospital: PARENT, id: closed.id, findingId: closed.findingId },
    body: { variantClass: 'Benign', on: closed.reportedOn },
  })
  const wants = (actionNeeded: boolean) =>
    administer(portal.database.url, (db) =>
      db
        .updateTable('physician')
        .set({ notifications: sql`notifications || ${JSON.stringify({ actionNeeded })}::jsonb` })
        .execute(),
    )
  await wants(false)
  expect(await remindedOn(portal, 50, unwanted)).toEqual([])
  await wants(true)
  expect(await remindedOn(portal, 50, closed)).toEqual([])
  expect(await remindedOn(portal, 50, unwanted)).toHaveLength(1)
})
