import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { changeBetween, inverseOf } from '#domain/family/change.ts'
import { removeMember } from '#domain/family/removal.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { offerKnownVariantTest } from '../../../testing/known-variant-test.ts'
import { laboratoryMessage } from '../../../testing/laboratory.ts'
import { daysAfterToday, laboratoryDay } from '../../../testing/laboratory-day.ts'
import { problemOfCall, startPortal, type TestPortal } from '../../../testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '../../../testing/world.ts'
import { geneticObx } from '../../results/testing/genetic-obx.ts'
import { BRCA2, DOCUMENT, found, remindedOn, reportedFor } from './testing/found-family.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  await offerKnownVariantTest(portal)
})
afterAll(() => portal?.stop())

/** The laboratory may have cancelled the test of an order: its report is in question until somebody there decides. */
async function question(orderId: number) {
  const name = { name: 'Lind^Dora', at: '20991231100000' } as const
  const order = { order: orderId, number: `L-${orderId}`, status: 'X' } as const
  const raw = laboratoryMessage(`D${orderId}`, { ...order, ...name })
  expect(await portal.receive(raw.replace(/\|\|\|\|\|\|F\r/g, '||||||X\r'))).toContain('MSA|AA')
  return async () => {
    const desk = portal.as('Support').resultDesk
    const [waiting] = (await desk.list({ query: { search: String(orderId) } })).data
    await desk.refuse({ params: { id: waiting?.id ?? 0 }, body: { reason: 'Asked the laboratory' } })
  }
}

test('[CASC-03] from a report to steps, the window with its days, who comes next and the coverage', async () => {
  const today = laboratoryDay(0)
  const as = portal.as('OrderCreator@P1')
  const orderId = await reportedFor(portal, PARENT)
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
  expect(endsOn).toEqual(daysAfterToday(window?.daysLeft ?? 0, today))
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

test('an order’s (likely) pathogenic variant is offered to its family until it is a finding, and not while the laboratory checks the report', async () => {
  const as = portal.as('OrderCreator@P1')
  const orderId = await reportedFor(portal, PARENT)
  const order = { params: { hospital: PARENT, id: orderId } }
  const variants = async () => (await as.orderFamily.get(order)).variants
  // In no family yet: what may begin one.
  expect(await variants()).toMatchObject([
    { member: '', words: expect.stringMatching(/^BRCA2 .*5946del.*, Pathogenic$/) },
  ])
  const { id } = await as.families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const params = { hospital: PARENT, id }
  const join = (orderOf: number, member: string) =>
    as.orderFamily.join({
      params: { hospital: PARENT, id: orderOf },
      body: { familyId: id, people: [{ patientKey: 'proband', member }] },
    })
  const [offered] = (await join(orderId, 'proband')).variants
  expect(offered).toMatchObject({ member: 'proband' })
  const upheld = await question(orderId)
  expect(await variants()).toEqual([])
  expect(await as.familyCascade.reported({ params, query: { orderId } })).toEqual([])
  await upheld()
  expect(await variants()).toHaveLength(1)
  const body = {
    ...{ findingKey: randomUUID(), member: 'proband', inheritance: 'autosomal dominant' as const },
    report: { orderId, reportId: offered?.reportId ?? 0, variantKeys: [offered?.variantKey ?? ''] },
    ...{ isAdultOnset: true, condition: '' },
    agreed: { on: todayAtLaboratory(new Date()), words: 'At the visit' },
  }
  await as.familyCascade.addFinding({ params, body })
  expect(await variants()).toEqual([])
  // The same variant in a relative's report is that relative's result, not another finding.
  expect((await join(await reportedFor(portal, PARENT), 'sister')).variants).toEqual([])
  // Removed with the finding: whoever stands there now may have it.
  const { document } = await as.families.get({ params })
  const removed = removeMember(document, 'proband', () => 'place')
  await as.families.change({ params, body: changeBetween(document, removed) })
  expect((await join(orderId, 'place')).variants).toMatchObject([{ member: 'place' }])
})

test('a variant that an addendum lists again is offered as it is there, and what it leaves out as before', async () => {
  const as = portal.as('OrderCreator@P1')
  const cftr = {
    gene: 'CFTR',
    cdna: 'NM_000492.4:c.1521_1523del',
    protein: 'p.(Phe508del)',
    variantClass: 'Pathogenic',
  } as const
  const { id } = await portal.submitted(readyOrder(), { by: `OrderSubmitter@${PARENT}`, at: PARENT })
  const send = async (minute: number, status: 'F' | 'B', variants: Parameters<typeof geneticObx>[1]) => {
    const at = `${todayAtLaboratory(new Date()).replaceAll('-', '')}000${minute}00`
    const head = { order: id, number: `L-${id}`, status: 'F', at }
    const raw = laboratoryMessage(`A${id}-${minute}`, head) + geneticObx('Positive', variants).join('')
    expect(await portal.receive(raw.replaceAll('||||||F\r', `||||||${status}\r`))).toContain('MSA|AA')
  }
  await send(1, 'F', [BRCA2, cftr])
  await send(2, 'B', [{ ...BRCA2, variantClass: 'Uncertain significance' }])
  const { variants } = await as.orderFamily.get({ params: { hospital: PARENT, id } })
  expect(variants).toMatchObject([{ words: expect.stringContaining('CFTR') }])
  const family = await as.families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const params = { hospital: PARENT, id: family.id }
  const reported = await as.familyCascade.reported({ params, query: { orderId: id } })
  expect(reported.map(({ variant, variantClass }) => `${variant.gene} ${variantClass}`).toSorted()).toEqual([
    'BRCA2 Uncertain significance',
    'CFTR Pathogenic',
  ])
})

test('a benign variant and a foreign institution’s order offer nothing', async () => {
  const benign = await reportedFor(portal, PARENT, { ...BRCA2, variantClass: 'Benign' })
  const get = (hospital: string, id: number) =>
    portal.as('OrderCreator@P1').orderFamily.get({ params: { hospital, id } })
  expect((await get(PARENT, benign)).variants).toEqual([])
  const foreign = await reportedFor(portal, FOREIGN)
  expect(await problemOfCall(get(PARENT, foreign))).toMatchObject({ status: 404 })
})

test('another institution’s report is no finding of the family', async () => {
  const as = portal.as('OrderCreator@P1')
  const orderId = await reportedFor(portal, FOREIGN)
  const { id } = await as.families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document: DOCUMENT, familyKey: randomUUID() },
  })
  const call = as.familyCascade.reported({ params: { hospital: PARENT, id }, query: { orderId } })
  expect(await problemOfCall(call)).toMatchObject({ status: 404 })
})

test('of a finding whose person was removed from the family nobody is reminded and no letter is written, until that is undone', async () => {
  const finding = await found(portal)
  const { families, familyCascade } = portal.as('OrderCreator@P1')
  const params = { hospital: PARENT, id: finding.id }
  const ofFinding = { ...params, findingId: finding.findingId }
  const on = finding.reportedOn
  await familyCascade.agree({
    params,
    body: { member: 'brother', shows: 'result', on, words: 'At the visit' },
  })
  await familyCascade.record({ params: ofFinding, body: { member: 'brother', kind: 'positive', on } })
  const before = (await families.get({ params })).document
  const change = changeBetween(
    before,
    removeMember(before, 'proband', () => 'place'),
  )
  const letter = () =>
    familyCascade.letter({
      params: ofFinding,
      body: {
        ...{ member: 'sister', language: 'en', isPreview: false },
        names: { name: false, relation: false, illness: false },
      },
    })
  await families.change({ params, body: change })
  expect((await familyCascade.get({ params })).findings).toEqual([])
  expect(await problemOfCall(letter())).toMatchObject({ errors: [{ path: '/member', rule: 'conflicts' }] })
  expect(await remindedOn(portal, 50, finding)).toEqual([])
  await families.change({ params, body: inverseOf(change) })
  expect((await letter()).code).not.toBeNull()
  expect(await remindedOn(portal, 50, finding)).toHaveLength(1)
})

test('a finding leaves in a family’s file and is acted on, unless its report is being checked', async () => {
  const of = await found(portal)
  const { id, orderId, findingId } = of
  const params = { hospital: PARENT, id }
  const cascade = portal.as('OrderCreator@P1').familyCascade
  const on = todayAtLaboratory(new Date())
  for (const [member, kind] of [
    ['mother', 'positive'],
    ['sister', 'negative'],
    ['brother', 'positive'],
  ] as const) {
    const shows = member === 'brother' ? 'nothing' : 'result'
    await cascade.agree({ params, body: { member, shows, on, words: 'By phone' } })
    await cascade.record({ params: { ...params, findingId }, body: { member, kind, on } })
  }
  /** The column of the gene, by sex, of those who have a result. */
  const tested = async () => {
    const download = portal.as('OrderViewer@P1').familyFiles.download
    const file = await download({ params: { ...params, familyFormat: 'canrisk' }, query: { names: 'no' } })
    const [, names = '', ...lines] = Buffer.from(file).toString('utf8').trim().split('\n')
    const column = names.split('\t').indexOf('BRCA2')
    return lines.flatMap((line) => {
      const cells = line.split('\t')
      return cells[column] === '0:0' ? [] : [`${cells[2] === '1' ? 'target' : cells[6]} ${cells[column]}`]
    })
  }
  expect((await tested()).toSorted()).toEqual(['F S:N', 'F S:P', 'target S:P'])
  const settle = await question(orderId)
  expect(await tested()).toEqual([])
  const view = async () => (await cascade.get({ params })).findings
  expect(await view()).toMatchObject([{ isQuestioned: true, offers: [] }])
  expect(await remindedOn(portal, 50, of)).toEqual([])
  await settle()
  expect(await view()).toMatchObject([{ isQuestioned: false, offers: [{ testCode: 'KNO9' }] }])
  expect(await remindedOn(portal, 50, of)).toHaveLength(1)
  expect(await tested()).toHaveLength(3)
})

test('a deletion of exons is not called a sequence variant: whoever orders says which test can see it', async () => {
  const deleted = { ...BRCA2, cdna: 'NM_000059.4:c.(67+1_68-1)_(316+1_317-1)del', protein: 'p.?' }
  const orderId = await reportedFor(portal, PARENT, deleted)
  const { id } = await found(portal)
  const params = { hospital: PARENT, id }
  const [reported] = await portal.as('OrderCreator@P1').familyCascade.reported({ params, query: { orderId } })
  expect(reported?.variant).toMatchObject({ kind: '', gene: 'BRCA2', cdna: deleted.cdna })
})
