import { afterAll, beforeAll, expect, test } from 'vitest'
import { PROBAND } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { fhirOf } from '#server/features/fhir/testing/request.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { GET_ROUTES, pathAt, queryAt, thingsAt } from '#server/testing/demo-portal.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

const CLINIC = 'OrderSubmitter@P1'
const SECONDARY = {
  ...({ gene: 'BRCA2', cdna: 'NM_000059.4:c.5946del', protein: 'p.(Ser1982fs)' } as const),
  ...{ variantClass: 'Pathogenic', section: 'Secondary finding' },
}
/** Under a heading that the portal does not know. Of another gene: every list of the clinic is asked for the one above. */
const UNDER_UNKNOWN = {
  ...({ gene: 'GBA', cdna: 'NM_000157.4:c.1226A>G', protein: 'p.(Asn409Ser)' } as const),
  ...{ variantClass: 'Pathogenic', section: 'Pharmacogenetics' },
}
const OWN = { gene: 'CFTR', cdna: 'NM_000492.4:c.100C>T', variantClass: 'Uncertain significance' } as const
/** How the secondary finding is called anywhere. */
const TOLD = /BRCA2|HGNC:1101\b|5946del|Ser1982|Secondary finding/i

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  // In this catalogue's consents: research use decides.
  await administer(portal.database.url, (db) =>
    db.insertInto('consent_finding').values({ section: 'secondary', consent_id: 'research' }).execute(),
  )
})
afterAll(() => portal?.stop())

/** An order of which the person agreed to secondary findings, or declined them. */
async function ordered(agrees: boolean): Promise<number> {
  const document = readyOrder()
  const consents = document.consents.map((one) =>
    one.consentId === 'research' ? { ...one, patient: PROBAND, answer: agrees } : one,
  )
  return (await portal.submitted({ ...document, consents })).id
}

let control = 0
interface Sent {
  status?: string
  name?: string
  /** The laboratory's explanation of a change. */
  words?: string
  /** What it reports besides the patient's own. */
  finding?: typeof SECONDARY | typeof UNDER_UNKNOWN
}
async function report(order: number, { status = 'F', name, words, finding = SECONDARY }: Sent = {}) {
  control += 1
  const obx = [
    ...geneticObx('Positive', [OWN, finding]),
    `OBX|90|TX|COMMENT^Comment^L||${finding.section}: ${finding.gene} ${finding.protein}, see the appendix.||||||F\r`,
    `OBX|91|TX|COMMENT^Comment^L||CFTR is of uncertain significance.||||||F\r`,
  ]
  const options = { order, number: `L-${order}`, status, pdf: REPORT, at: `202603${10 + control}100000` }
  const raw = laboratoryMessage(`D${control}`, { ...options, ...(name ? { name } : {}) })
  const why = words === undefined ? '' : `NTE|1||${words}|RECLASSIFICATION\r`
  expect(await portal.receive(raw + why + obx.join(''))).toContain('MSA|AA')
}

const desk = () => portal.as('Support').resultDesk
async function waiting(order: number) {
  const { data } = await desk().list({ query: { search: String(order) } })
  return data.map(({ id, why }) => ({ id, why }))
}
const take = (id = 0) =>
  desk().take({ params: { id }, body: { reason: 'The document has none', person: PROBAND } })
const reports = (id: number, who = CLINIC) => portal.as(who).reports.list({ params: { h: PARENT, id } })

/** What every reading route answers these roles about an order, and what FHIR and the mails do. */
async function everythingAbout(order: number, roles: readonly string[]): Promise<Map<string, string>> {
  const answers = new Map<string, string>()
  for (const who of roles) {
    const things = { ...(await thingsAt(portal.database.url, PARENT, who)), order }
    for (const [name, route] of GET_ROUTES) {
      const reply = await portal.inject(`${pathAt(route, things)}${queryAt(route, things)}`, { as: who })
      answers.set(`${who} ${name} ${reply.status}`, await reply.text())
    }
  }
  const fhir = fhirOf(portal)
  const token = await fhir.user(CLINIC)
  for (const path of ['DiagnosticReport', 'ServiceRequest', 'Task', 'Specimen', 'Consent']) {
    const { text } = await fhir.ask(`/${path}?_count=200`, token)
    answers.set(`fhir ${path}`, text)
  }
  const mails = await portal.worker.db.selectFrom('mail_out').select(['subject', 'body']).execute()
  return answers.set('mails', JSON.stringify(mails))
}

test('a report with a finding that the person declined waits at the result desk, and its data is filed without it', async () => {
  const id = await ordered(false)
  await report(id)
  expect(await waiting(id)).toMatchObject([{ why: 'declined-finding' }])
  expect(await reports(id)).toEqual({ isBeingChecked: true, reports: [] })
  const [check] = await waiting(id)
  expect(JSON.stringify(await desk().read({ params: { id: check?.id ?? 0 } }))).toMatch(TOLD)
  await take(check?.id)
  const { reports: filed } = await reports(id)
  const parts = filed.flatMap(({ versions }) => versions.flatMap((version) => version.parts))
  expect(parts.map(({ kind }) => kind)).toEqual(['document', 'genetics', 'lines'])
  expect(JSON.stringify(parts)).toContain('CFTR is of uncertain significance.')
  expect(parts).toMatchObject([{}, { result: { variants: [{ genes: [{ symbol: 'CFTR' }] }] } }, {}])
  // Sent again, it is the one that was taken; the next version waits again.
  control -= 1
  await report(id)
  expect(await waiting(id)).toEqual([])
  await report(id, { status: 'C' })
  expect(await waiting(id)).toMatchObject([{ why: 'declined-finding' }])
})

test('a finding under a heading that the portal does not know waits too, and is filed as a person at the laboratory decides', async () => {
  const id = await ordered(false)
  await report(id, { finding: UNDER_UNKNOWN })
  const [check] = await waiting(id)
  expect(check?.why).toBe('declined-finding')
  expect(await reports(id)).toEqual({ isBeingChecked: true, reports: [] })
  await take(check?.id)
  expect(JSON.stringify((await reports(id)).reports)).toContain('1226A>G')

  const agreed = await ordered(true)
  await report(agreed, { finding: UNDER_UNKNOWN })
  expect(await waiting(agreed)).toEqual([])
})

test('no route, FHIR resource or mail tells a declined finding; of a person who agreed they do', async () => {
  const declined = await ordered(false)
  await report(declined)
  await take((await waiting(declined))[0]?.id)
  await report(declined, { status: 'C', words: 'BRCA2 p.Ser1982fs was added as a secondary finding.' })
  await take((await waiting(declined))[0]?.id)
  const told = [...(await everythingAbout(declined, [CLINIC, 'OrderViewer@P1', 'SuperUser@P1']))].filter(
    ([, text]) => TOLD.test(text),
  )
  expect(told.map(([name]) => name)).toEqual([])

  const agreed = await ordered(true)
  await report(agreed)
  expect(await waiting(agreed)).toEqual([])
  const names = [...(await everythingAbout(agreed, [CLINIC]))]
    .filter(([, text]) => TOLD.test(text))
    .map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining([`${CLINIC} reports.list 200`, 'fhir DiagnosticReport']))
})

test('a result whose person Support has chosen waits again for what that person declined', async () => {
  const id = await ordered(false)
  await report(id, { name: 'Nguyen^Somebody' })
  const [first] = await waiting(id)
  expect(first?.why).toBe('one-identifier')
  await take(first?.id)
  const [second] = await waiting(id)
  expect(second?.why).toBe('declined-finding')
  expect((await reports(id)).reports).toEqual([])
  await take(second?.id)
  const { reports: filed } = await reports(id)
  expect(filed).toHaveLength(1)
  expect(JSON.stringify(filed)).not.toMatch(TOLD)
})
