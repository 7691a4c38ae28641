import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import type { Route } from '#contract/route.ts'
import { addMonths, todayAtLaboratory } from '#domain/dates/dates.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { administer } from '#server/database/connection/connect.ts'
import { importCatalogue } from '#server/features/catalogue/import.ts'
import { importHpo } from '#server/features/phenotype/import.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { FAMILY_REQUEST } from '#server/testing/examples/families.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { laboratoryDay } from '#server/testing/laboratory-day.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { CATALOGUE, PARENT, readyOrder } from '#server/testing/world.ts'
import { insuredOrder } from '#server/testing/world-payers.ts'
import { reclassifications, STEPS } from '../follow-up/reclassification/testing/reclassified.ts'
import { holdOrder } from '../following/testing/hold-order.ts'
import { rejected, sampleOf } from '../samples/testing/sample-of.ts'

const hospital = PARENT
const h = PARENT
const day = todayAtLaboratory(new Date())
const OLD = addMonths(day, -20)

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
  const exome = CATALOGUE.tests.find(({ code }) => code === 'WES1')
  if (!exome) throw new Error('the world has no exome')
  const setting = {
    ...{ test: 'WES9', afterMonths: 18, byFindings: true, results: ['negative' as const] },
    ...{ consents: ['research' as const], ofDeceased: false },
  }
  const none = { definition: '', synonyms: [], alternativeIds: [] }
  await administer(portal.database.url, async (db) => {
    await importCatalogue(db, {
      ...CATALOGUE,
      tests: [...CATALOGUE.tests, { ...exome, code: 'WES9', name: 'Exome Reanalysis', relatives: 0 }],
      settings: [{ testCode: 'WES1', topic: 'reanalysis', setting }],
    })
    const terms = [
      { ...none, id: 'HP:0000118', label: 'Phenotypic abnormality', parents: [] },
      { ...none, id: 'HP:0001250', label: 'Seizure', parents: ['HP:0000118'] },
    ]
    await importHpo(db, { version: '2026-01-08', terms, obsolete: [] })
  })
})
afterAll(() => portal?.stop())

const as = () => portal.as('OrderSubmitter@P1')
const userId = async (subject: string) =>
  (await portal.worker.db.selectFrom('physician').select('id').where('subject', '=', subject).execute())[0]
    ?.id ?? 0
const consentsOf = ({ consents }: ReturnType<typeof readyOrder>) => consents.map(({ consentId }) => consentId)
const reported = async () => {
  const { id } = await portal.submitted()
  const at = `${OLD.replaceAll('-', '')}120000`
  const options = { order: id, number: `L-${id}`, status: 'F', pdf: REPORT, at }
  const raw = laboratoryMessage(`RP${id}`, { ...options, specimens: [{ number: `${id}-s1`, received: at }] })
  expect(await portal.receive(raw + geneticObx('Negative', []).join(''))).toContain('MSA|AA')
  return id
}
const inFamily = async () => {
  const body = { ...FAMILY_REQUEST, familyKey: randomUUID() }
  return { body, id: (await as().families.create({ params: { hospital }, body })).id }
}
const availability = async () => {
  const { id } = await sampleOf(portal, await portal.submitted())
  const ask = () => as().samples.askAvailability({ params: { h, id }, body: { testCode: 'EPI2' } })
  return { ask, request: await ask() }
}
const followUp = async () => {
  const id = await reported()
  const provider = portal.as('provider').followUp
  const [one] = await provider.ofOrder({ params: { h, id } })
  if (!one) throw new Error('no follow-up')
  return { ...one, provider, at: { params: { h, id: one.id } } }
}

/** Requests that change nothing the second time, each made twice by what its setting returns. */
const REPEATED: Record<string, () => Promise<() => Promise<unknown>>> = {
  'orders.create': async () => {
    const body = { draftKey: randomUUID(), document: readyOrder() }
    return () => as().orders.create({ params: { hospital }, body })
  },
  'orders.patch': async () => {
    const { id } = await portal.draft()
    return () => as().orders.patch({ params: { hospital, id }, headers: {}, body: [] })
  },
  'orders.submit': async () => {
    const { id } = await portal.draft()
    return () => as().orders.submit({ params: { hospital, id }, headers: {}, query: SIGNED })
  },
  'orders.copy': async () => {
    const { id } = await portal.submitted()
    const body = { draftKey: randomUUID(), as: 'again' as const }
    return () => as().orders.copy({ params: { hospital, id }, body })
  },
  'orders.askToSubmit': async () => {
    const { id } = await portal.draft()
    const body = { physicianId: await userId('OrderSubmitter@P1'), note: '' }
    return () => as().orders.askToSubmit({ params: { hospital, id }, body })
  },
  'orders.handOver': async () => {
    const { id } = await portal.draft()
    const body = { physicianId: await userId('OrderCreator@P1') }
    return () => as().orders.handOver({ params: { hospital, id }, body })
  },
  'orders.vob': async () => {
    const document = insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-31' })
    const { id } = await portal.draft({ ...document, isVOB: true, consents: [] })
    const body = { vobStatus: 'submitted' as const }
    return () => as().orders.vob({ params: { h, id }, headers: {}, body })
  },
  'orders.cancel': async () => {
    const { id } = await portal.submitted()
    const body = { reason: 'Ordered twice', type: 'Order' as const }
    return () => as().orders.cancel({ params: { hospital, sameHospital: hospital, id }, body })
  },
  'orders.withdrawConsent': async () => {
    const document = readyOrder()
    const { id } = await portal.submitted(document)
    const body = { patient: PROBAND, items: consentsOf(document).slice(-1), on: day, reason: 'Asked to' }
    return () => as().orders.withdrawConsent({ params: { hospital, id }, body })
  },
  'reanalysis.draft': async () => {
    const id = await reported()
    const body = { draftKey: randomUUID(), testCode: 'WES1' }
    return () => as().reanalysis.draft({ params: { hospital, id }, body })
  },
  'reanalysis.recordFindings': async () => {
    const id = await reported()
    const findings = [{ patient: PROBAND, termId: 'HP:0001250', status: 'present' as const }]
    const body = { findings, observedOn: day, note: '' }
    return () => as().reanalysis.recordFindings({ params: { hospital, id }, query: {}, body })
  },
  'following.answer': async () => {
    const order = await portal.submitted()
    const params = { hospital, id: order.id, holdId: await holdOrder(portal, order) }
    return () => as().following.answer({ params, body: { text: 'SCN1A', documents: [] } })
  },
  'samples.addTest': async () => {
    const { id } = await sampleOf(portal, await portal.submitted())
    const body = { draftKey: randomUUID(), testCodes: ['EPI2'], isReflex: false, isReanalysis: false }
    return () => as().samples.addTest({ params: { h, id }, body })
  },
  'samples.collectedAgain': async () => {
    const { again } = await rejected(portal, await portal.submitted())
    const none = { shipCarrierToBG: null, shipTrackingNoToBG: null, sameParcel: false }
    const body = { dateOfCollection: laboratoryDay(0), ...none }
    return () => as().samples.collectedAgain({ params: { h, id: again }, body })
  },
  'samples.askAvailability': async () => (await availability()).ask,
  'samples.markOrdered': async () => {
    const { id } = (await availability()).request
    return () => as().samples.markOrdered({ params: { id }, body: { orderId: null } })
  },
  'families.create': async () => {
    const { body } = await inFamily()
    return () => as().families.create({ params: { hospital }, body })
  },
  'families.change': async () => {
    const { id } = await inFamily()
    return () => as().families.change({ params: { hospital, id }, body: { rows: [], fields: [] } })
  },
  'families.rename': async () => {
    const { id } = await inFamily()
    return () => as().families.rename({ params: { hospital, id }, body: { name: 'Okafor' } })
  },
  'orderFamily.begin': async () => {
    const { id } = await portal.draft()
    const body = { familyKey: randomUUID(), name: 'Begun' }
    return () => as().orderFamily.begin({ params: { hospital, id }, body })
  },
  'orderFamily.leave': async () => {
    const { id } = await portal.draft()
    return () => as().orderFamily.leave({ params: { hospital, id } })
  },
  'documents.upload': async () => {
    const { id } = await portal.draft()
    const file = { filename: 'notes.txt', mediaType: 'text/plain', content: Buffer.from('Notes') }
    const body = { uploadKey: randomUUID(), type: 'Other' as const, description: '', file }
    return () => as().documents.upload({ params: { h, id }, body })
  },
  'coverage.check': async () => {
    const document = insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-32' })
    const body = { document, orderId: null }
    return () => as().coverage.check({ params: { hospital }, body })
  },
  'coverage.price': async () => {
    // Another person than those of the other requests: only what is read here has their name.
    const body = {
      document: insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-33', lastName: 'Quill' }),
      orderId: null,
    }
    await as().coverage.check({ params: { hospital }, body })
    return () => as().coverage.price({ params: { hospital }, body })
  },
  'coverage.signLetter': async () => {
    const { id } = await portal.submitted()
    const body = { version: 0, text: 'The result decides the treatment.' }
    return () => portal.as('provider').coverage.signLetter({ params: { hospital, id }, body })
  },
  'followUp.acknowledge': async () => {
    const { provider, at, revision } = await followUp()
    const body = { revision, outcome: 'no-action' as const, statement: '' }
    return () => provider.acknowledge({ ...at, body })
  },
  'followUp.assign': async () => {
    const { provider, at } = await followUp()
    const body = { ownerId: await userId('OrderViewer@P1'), note: '' }
    return () => provider.assign({ ...at, body })
  },
  'reclassification.step': async () => {
    const { at, revision } = await reclassifications(portal).reclassified()
    const body = { ...STEPS.phone, revision, step: 'orderer-told' as const, requestKey: randomUUID() }
    return () => portal.as('provider').reclassification.step({ ...at, body })
  },
  'reclassification.writeLetter': async () => {
    const { at, revision } = await reclassifications(portal).reclassified()
    const letter = { relative: null, recipient: '', permission: '', against: '' }
    const body = { ...letter, revision, requestKey: randomUUID() }
    return () => portal.as('provider').reclassification.writeLetter({ ...at, body })
  },
}

/** Each request of these writes a line, also one that changes nothing, or it is refused when it is repeated. */
const ALWAYS = [
  ...['audit.accounting', 'audit.accountingFile', 'coverage.keepEstimate', 'coverage.saveLetter'],
  ...['documents.addRequisition', 'familyCascade.addFinding'],
  ...['familyCascade.agree', 'familyCascade.changeClass', 'familyCascade.letter', 'familyCascade.record'],
  ...['orderFamily.join', 'orders.sendBack', 'reanalysis.close', 'reanalysis.later'],
  ...['reclassification.close', 'reclassification.previewLetter', 'samples.put', 'samples.ship'],
  'treatments.lastViewed',
]
/** They reply with no patient's data, or about what the user has just typed. */
const OTHERS = [
  ...['catalogue.saveCustomPanel', 'catalogue.updateCustomPanel', 'familyCodes.order'],
  ...['familyCodes.redeem', 'familyCodes.tell', 'familyFiles.read', 'kits.cancel', 'kits.order'],
  ...['kits.receive', 'launches.open', 'manifest.import', 'orders.check'],
  ...['users.approveRoles', 'users.changeRoles', 'users.changeStatus', 'users.endSessions'],
  ...['users.forgetSecondFactor', 'users.invite', 'users.move', 'users.resend'],
]

describe('a request that is repeated and changes nothing', () => {
  test('is tried, or known to be no matter, for every route that replies', () => {
    const routes = Object.entries(api).flatMap(([feature, named]) =>
      (Object.entries(named) as [string, Route][])
        .filter(([, { access, method, reply }]) => {
          return access.kind === 'institution' && method !== 'GET' && reply !== undefined
        })
        .map(([name]) => `${feature}.${name}`),
    )
    expect(routes.sort()).toEqual([...Object.keys(REPEATED), ...ALWAYS, ...OTHERS].sort())
  })

  test.each(Object.entries(REPEATED))('%s writes a line that names a patient', async (_name, set) => {
    const request = await set()
    await request()
    const lines = () =>
      portal.worker.db.selectFrom('audit_event').select(['id', 'people']).orderBy('id').execute()
    const before = (await lines()).at(-1)?.id ?? 0
    await request()
    const added = (await lines()).filter(({ id }) => id > before)
    expect(added.some(({ people }) => (people ?? []).length > 0)).toBe(true)
  })
})
