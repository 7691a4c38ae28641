import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { family as drawn } from '#domain/family/testing/families.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { administer } from '../../../database/connection/connect.ts'
import { laboratoryMessage, REPORT } from '../../../testing/laboratory.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../../testing/world.ts'
import { geneticObx } from '../../results/testing/genetic-obx.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await administer(portal.database.url, (db) =>
    db
      .insertInto('known_variant_test')
      .values({
        ...{ test_code: 'KNO9', kinds: ['sequence'], most: 1, excluded_genes: [] },
        ...{ for_relatives: true, family_days: 90 },
      })
      .execute(),
  )
})
afterAll(() => portal?.stop())

const DOCUMENT = JSON.parse(
  JSON.stringify(
    drawn(
      ['mother', 'woman'],
      ['father', 'man', undefined, { life: 'dead' }],
      ['proband', 'woman', ['father', 'mother'], { isProband: true }],
      ['brother', 'man', ['father', 'mother']],
      ['sister', 'woman', ['father', 'mother']],
      ['partner', 'man'],
      ['child', 'woman', ['partner', 'proband'], { born: '2020-03-04' }],
    ),
  ).replaceAll('+', '-'),
)
const BRCA2 = {
  gene: 'BRCA2',
  cdna: 'NM_000059.4:c.5946del',
  protein: 'p.(Ser1982fs)',
  variantClass: 'Pathogenic',
} as const

async function reportedFor(at: string): Promise<number> {
  const { id } = await portal.submitted(readyOrder(), { by: `OrderSubmitter@${at}`, at })
  const now = `${todayAtLaboratory(new Date()).replaceAll('-', '')}000100`
  const raw = laboratoryMessage(`R${id}`, { order: id, number: `L-${id}`, status: 'F', pdf: REPORT, at: now })
  expect(await portal.receive(raw + geneticObx('Positive', [BRCA2]).join(''))).toContain('MSA|AA')
  return id
}

test('[CASC-03] from a report to steps, the window with its days, who comes next and the coverage', async () => {
  const as = portal.as('OrderCreator@P1')
  const orderId = await reportedFor(PARENT)
  const { id } = await as.families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const params = { hospital: PARENT, id }
  const [found] = await as.familyCascade.reported({ params, query: { orderId } })
  expect(found).toMatchObject({
    ...{ person: '', variantClass: 'Pathogenic', zygosity: 'Heterozygous' },
    variant: { kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', protein: 'p.(Ser1982fs)' },
  })
  const body = {
    ...{ findingKey: randomUUID(), member: 'proband', inheritance: 'autosomal dominant' as const },
    report: { orderId, reportId: found?.reportId ?? 0, variantKeys: [found?.variantKey ?? ''] },
    ...{ isAdultOnset: true, condition: '', agreed: { on: found?.reportedOn ?? '', words: 'At the visit' } },
  }
  const { findings } = await as.familyCascade.addFinding({ params, body })
  const [finding] = findings
  const reportedOn = finding?.reportedOn ?? ''
  expect(finding).toMatchObject({ orderId, copies: [1], variantClass: 'Pathogenic' })
  const endsOn = addDays(reportedOn, 90)
  const window = finding?.offers[0]?.window
  expect(finding?.offers[0]).toMatchObject({
    testCode: 'KNO9',
    window: { endsOn, until: 'ordered', who: 'blood', placesLeft: null },
  })
  expect(addDays(todayAtLaboratory(new Date()), window?.daysLeft ?? 0)).toBe(endsOn)
  const ofFinding = { ...params, findingId: finding?.id ?? 0 }
  const on = reportedOn
  const record = (member: string, kind: 'told' | 'declined' | 'positive') =>
    as.familyCascade.record({
      params: ofFinding,
      body: { member, kind, on, ...(kind === 'told' ? { way: 'visit' as const } : {}) },
    })
  await as.familyCascade.agree({
    params,
    body: { member: 'mother', shows: 'result', on, words: 'By phone' },
  })
  await record('mother', 'positive')
  await record('brother', 'declined')
  await as.familyCascade.letter({
    params: ofFinding,
    body: {
      ...{ member: 'sister', language: 'es', isPreview: false },
      names: { name: false, relation: false, illness: false },
    },
  })
  const after = (await as.familyCascade.get({ params })).findings[0]
  expect(
    after?.relatives.map(({ member, state, chance }) => [member, state, chance?.one.toFixed(2)]),
  ).toEqual([
    ['mother', 'positive', '1.00'],
    ['brother', 'declined', '0.50'],
    ['sister', 'code given', '0.50'],
    ['child', 'not before 18', '0.50'],
  ])
  expect(after?.coverage).toEqual({ atRisk: 3, told: 3, codeGiven: 1, redeemed: 0, tested: 1, positive: 1 })
  // A sister without children tells nobody else anything.
  expect(after?.next).toEqual([])
  expect(after?.relatives[2]?.codeUntil).toBe(addDays(endsOn, 90))
  expect(await portal.as('OrderCreator@P1').familyCascade.addFinding({ params, body })).toEqual(
    await as.familyCascade.get({ params }),
  )
})

test('another institution’s report is no finding of the family', async () => {
  const as = portal.as('OrderCreator@P1')
  const orderId = await reportedFor(FOREIGN)
  const { id } = await as.families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const call = as.familyCascade.reported({ params: { hospital: PARENT, id }, query: { orderId } })
  expect(await problemOfCall(call)).toMatchObject({ status: 404 })
})
