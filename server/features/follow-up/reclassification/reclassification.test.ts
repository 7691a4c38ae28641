import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findingSegments } from '#adapters/laboratory/write-findings.ts'
import { letters } from '#brand/letters.ts'
import type { ReclassificationView } from '#contract/reclassification.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { templateFaults } from '#domain/follow-up/letters.ts'
import { INITIAL_RECLASSIFICATION_RULES } from '#domain/follow-up/reclassification.ts'
import { someResult, someVariant } from '#domain/results/testing/some-results.ts'
import { writeResult } from '#domain/results/write-result.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { administer } from '#server/database/connection/connect.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { PORTAL_ORIGIN, problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { piecesOf } from '../../documents/testing/pdf-text.ts'
import { mailOutbox } from '../../mail/outbox.ts'
import { followUpEscalation } from '../escalation.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
/** Sends a version of an order's report with one variant of that class. */
async function send(order: number, day: number, variantClass: string, { status = 'C', result = 'F' } = {}) {
  control += 1
  const at = `202605${String(day).padStart(2, '0')}100000`
  const raw = laboratoryMessage(`W${control}`, {
    order,
    number: `L-${order}`,
    status,
    at,
    name: 'Quill^Linh',
  })
  const variant = someVariant({ gene: 'LMNA', transcript: 'NM_170707.4', cdna: 'c.1129C>T', variantClass })
  const findings = writeResult(someResult({ variants: [variant] }))
  const note = status === 'C' && result === 'F' ? 'NTE|1||Seen in three families.|RECLASSIFICATION\r' : ''
  const segments = findingSegments(findings, 1, result).map((one) => `${one.toString()}\r`)
  expect(await portal.receive(raw + note + segments.join(''))).toContain('MSA|AA')
}

const as = (who: string) => portal.as(who).reclassification
const there = (id: number) => ({ params: { h: PARENT, id } })
const followUps = async (order: number) =>
  (await portal.as('provider').followUp.ofOrder({ params: { h: PARENT, id: order } })).filter(
    ({ kind }) => kind === 'reclassification',
  )

/** An order whose variant of uncertain significance is likely pathogenic now. */
async function reclassified(document = readyOrder('Quill')) {
  const { id: order } = await portal.submitted(document, { by: `OrderSubmitter@${PARENT}`, at: PARENT })
  await send(order, 4, 'Uncertain significance', { status: 'F' })
  await send(order, 6, 'Likely pathogenic')
  const [one] = await followUps(order)
  if (!one) throw new Error('no follow-up')
  return { order, id: one.id, at: there(one.id), revision: one.revision }
}
type Body = Parameters<ReturnType<typeof as>['step']>[0]['body']
const STEP = { way: null, relative: null, relation: '', words: '', against: '' } as const
const phone = { ...STEP, way: 'phone' } as const

describe('[WATCH-02] a reclassification is a task', () => {
  test('with owner, due day and what changed, when a class crosses the line; others only inform', async () => {
    const { order, at } = await reclassified()
    const view = await as('provider').get(at)
    const today = todayAtLaboratory(new Date())
    expect(view).toMatchObject({
      ...{ kind: 'reclassification', isOwn: true, closed: null },
      dueOn: addDays(today, INITIAL_RECLASSIFICATION_RULES.ordererDays),
      changes: {
        newer: { version: 2, words: 'Seen in three families.' },
        comparison: { variants: [{ crossing: 'upgrade' }] },
      },
      progress: { remaining: ['orderer', 'patient', 'relatives'] },
    })
    const { id: quiet } = await portal.submitted(readyOrder('Quill'), {
      by: `OrderSubmitter@${PARENT}`,
      at: PARENT,
    })
    await send(quiet, 4, 'Uncertain significance', { status: 'F' })
    await send(quiet, 6, 'Likely benign')
    expect(await followUps(quiet)).toEqual([])
    expect(await followUps(order)).toHaveLength(1)
  })

  test('whose steps are statements, and that only its owner’s statement closes', async () => {
    const { order, at, revision } = await reclassified()
    const provider = as('provider')
    const step = (body: Body) => provider.step({ ...at, body })
    // Opening pages and reports closes nothing, and does no step.
    await portal.as('provider').reports.list({ params: { h: PARENT, id: order } })
    expect((await provider.get(at)).progress.remaining).toHaveLength(3)
    const told = await step({ ...phone, revision, step: 'orderer-told', words: 'Called Dr. Okafor.' })
    const today = todayAtLaboratory(new Date())
    expect(told.dueOn).toBe(addDays(today, INITIAL_RECLASSIFICATION_RULES.patientDays))
    await step({ ...phone, revision, step: 'patient-told' })
    const close = (body: object) =>
      provider.close({ ...at, body: { revision, statement: 'Seen through.', isIncomplete: false, ...body } })
    expect(await problemOfCall(close({}))).toMatchObject({ code: 'wrong-state' })
    await step({ ...STEP, revision, step: 'relative-listed', relation: 'Brother' })
    const listed = await step({ ...phone, revision, step: 'relative-told', relative: 'r1' })
    expect(listed.progress).toMatchObject({
      relatives: [{ key: 'r1', relation: 'Brother', isTold: true, isTested: false }],
      remaining: [],
    })
    expect(listed.closed).toBeNull()
    expect(await problemOfCall(close({ statement: ' ' }))).toMatchObject({ code: 'invalid-fields' })
    const byOther = as('OrderViewer@P1').close({
      ...at,
      body: { revision, statement: 'Me too', isIncomplete: false },
    })
    expect(await problemOfCall(byOther)).toMatchObject({ code: 'wrong-state' })
    const closed = await close({})
    expect(closed).toMatchObject({
      closed: { by: 'Test provider', outcome: 'done', statement: 'Seen through.' },
    })
    expect(closed.events.map(({ kind }) => kind)).toEqual(['opened', ...Array(4).fill('step'), 'closed'])
    expect(await problemOfCall(step({ ...phone, revision, step: 'patient-told' }))).toMatchObject({
      code: 'wrong-state',
    })
  })

  test('is closed with open steps only by a statement that says why', async () => {
    const { at, revision } = await reclassified()
    const body = { revision, statement: 'The patient has died; the family is known.', isIncomplete: true }
    expect((await as('provider').close({ ...at, body })).closed).toMatchObject({ outcome: 'done' })
  })

  test('a patient counts as unreachable after the institution’s number of tries', async () => {
    const { at, revision } = await reclassified()
    const step = (name: Body['step']) =>
      as('provider').step({ ...at, body: { ...phone, revision, step: name } })
    expect((await problemOfCall(step('patient-unreachable'))).errors).toMatchObject([{ rule: 'tries' }])
    for (let tries = 0; tries < INITIAL_RECLASSIFICATION_RULES.tries; tries += 1)
      await step('patient-not-reached')
    expect((await step('patient-unreachable')).progress).toMatchObject({ patient: 'unreachable' })
  })

  test('a newer version that changes it again makes its steps due again', async () => {
    const { order, id, at, revision } = await reclassified()
    await as('provider').step({ ...at, body: { ...phone, revision, step: 'orderer-told' } })
    await send(order, 8, 'Uncertain significance')
    const refused = as('provider').step({ ...at, body: { ...phone, revision, step: 'patient-told' } })
    expect(await problemOfCall(refused)).toMatchObject({ code: 'follow-up-changed' })
    const view = await as('provider').get(at)
    expect(view).toMatchObject({
      ...{ id, revision: revision + 1, changes: { older: { version: 1 }, newer: { version: 3 } } },
      progress: { remaining: ['orderer', 'patient', 'relatives'] },
    })
    expect(await followUps(order)).toHaveLength(1)
  })

  test('a withdrawn report leaves the task, and nothing of what it said', async () => {
    const { order, at } = await reclassified()
    await send(order, 9, 'Likely pathogenic', { result: 'W' })
    const view = await as('provider').get(at)
    expect(view).toMatchObject({ changes: null, closed: null })
    expect(JSON.stringify(view)).not.toMatch(/LMNA|three families/)
  })

  test('is of no other institution’s, and Support sees it without acting', async () => {
    const { at, revision } = await reclassified()
    const foreign = `OrderSubmitter@${FOREIGN}`
    expect(await problemOfCall(as(foreign).get(at))).toMatchObject({ status: 404 })
    expect(await problemOfCall(as(foreign).get({ params: { h: FOREIGN, id: at.params.id } }))).toMatchObject({
      code: 'not-found',
    })
    const bySupport = as('Support').step({ ...at, body: { ...phone, revision, step: 'orderer-told' } })
    expect(await problemOfCall(bySupport)).toMatchObject({ code: 'forbidden' })
  })
})

describe('[WATCH-02] a reclassification whose owner is blocked', () => {
  const setProvider = (status: 'Active' | 'Blocked') =>
    administer(portal.database.url, (db) =>
      sql`update membership set status = ${status} where institution_code = ${PARENT}
        and physician_id = (select id from physician where subject = 'provider')`.execute(db),
    )
  const escalation = () =>
    followUpEscalation({
      ...{ connection: portal.worker, sendMail: mailOutbox(portal.boss), portalOrigin: PORTAL_ORIGIN },
      ...{ laboratoryName: 'Larkfield Genetics', supportEmail: 'help@laboratory.test' },
      now: () => new Date(),
    })

  test('is given to the submitter, who goes on where the owner was, and closes it', async () => {
    const { at, revision } = await reclassified()
    await as('provider').step({ ...at, body: { ...phone, revision, step: 'orderer-told' } })
    const submitter = as(`OrderSubmitter@${PARENT}`)
    const close = () =>
      submitter.close({ ...at, body: { revision, statement: 'The family was told.', isIncomplete: false } })
    await setProvider('Blocked')
    try {
      await escalation().run()
      expect(await problemOfCall(as('provider').get(at))).toMatchObject({ status: 403 })
      const view = await submitter.get(at)
      expect(view).toMatchObject({ isOwn: true, progress: { isOrdererTold: true } })
      expect(view.events.map(({ kind }) => kind)).toEqual(['opened', 'step', 'reassigned'])
      expect(await problemOfCall(close())).toMatchObject({ code: 'wrong-state' })
      await submitter.step({ ...at, body: { ...phone, revision, step: 'patient-told' } })
      await submitter.step({
        ...at,
        body: { ...STEP, revision, step: 'relative-listed', relation: 'Brother' },
      })
      expect((await close()).closed).toMatchObject({ statement: 'The family was told.' })
    } finally {
      await setProvider('Active')
    }
  })
})

describe('[WATCH-02] the patient’s wish about recontact', () => {
  const answered = (answer: boolean) => {
    const document = readyOrder('Quill')
    const consents = [...document.consents, { patient: 'proband', consentId: 'recontact', answer }]
    return { ...document, consents }
  }

  test('contact against a no needs a reason, by a user who may sign orders', async () => {
    const { order, at, revision } = await reclassified()
    await portal.worker.db
      .updateTable('orders')
      .set({ document: JSON.stringify({ ...answered(false) }) as never })
      .where('id', '=', order)
      .execute()
    expect(await as('provider').get(at)).toMatchObject({ wish: 'no' })
    const step = (who: string, against = '') =>
      as(who).step({ ...at, body: { ...phone, revision, step: 'patient-told', against } })
    const submitter = `OrderSubmitter@${PARENT}`
    for (const refused of [step(submitter), step('OrderViewer@P1', 'It matters')])
      expect((await problemOfCall(refused)).errors).toMatchObject([{ rule: 'recontact' }])
    expect((await step(submitter, 'Surgery is planned.')).progress.patient).toBe('told')
  })
})

describe('[WATCH-02] letters', () => {
  const textOf = async (view: ReclassificationView, index: number) => {
    const letterId = view.letters[index]?.id ?? 0
    const bytes = await as('provider').letter({ params: { h: PARENT, id: view.id, letterId } })
    return piecesOf(Buffer.from(bytes))
      .map(({ text }) => text)
      .join(' ')
  }
  const LETTER = { relative: null, recipient: '', permission: '', against: '' }

  test('to the patient and to a relative, who learns whose result it is only if the patient permits it', async () => {
    const { at, revision } = await reclassified()
    const provider = as('provider')
    await provider.step({ ...at, body: { ...STEP, revision, step: 'relative-listed', relation: 'Brother' } })
    await provider.writeLetter({ ...at, body: { ...LETTER, revision } })
    const toRelative = { ...LETTER, revision, relative: 'r1', recipient: 'Otto' }
    await provider.writeLetter({ ...at, body: toRelative })
    const view = await provider.writeLetter({
      ...at,
      body: { ...toRelative, permission: 'Said so by phone' },
    })
    expect(view.letters.map(({ to, relation }) => [to, relation])).toEqual([
      ['patient', ''],
      ...Array(2).fill(['relative', 'Brother']),
    ])
    const [patient, unnamed, named] = await Promise.all([0, 1, 2].map((index) => textOf(view, index)))
    expect(patient).toContain('Quill')
    expect(patient).toMatch(/LMNA NM_170707\.4:c\.1129C>T/)
    expect(patient).toContain('Likely pathogenic')
    expect(unnamed).not.toContain('Quill')
    expect(unnamed).toContain('A member of your family')
    expect(named).toContain('Quill')
    // A letter is an event, and no step that closes anything.
    expect(view.progress.remaining).toContain('patient')
  })

  test('of an earlier version warns, and of a withdrawn report is refused', async () => {
    const { order, at, revision } = await reclassified()
    await as('provider').writeLetter({ ...at, body: { ...LETTER, revision } })
    await send(order, 8, 'Pathogenic')
    await send(order, 9, 'Uncertain significance')
    const view = await as('provider').get(at)
    expect(view.letters).toMatchObject([{ isOutdated: true }])
    expect(await textOf(view, 0)).toContain('Do not send')
    await send(order, 10, 'Uncertain significance', { result: 'W' })
    const letter = { params: { ...at.params, letterId: view.letters[0]?.id ?? 0 } }
    expect(await problemOfCall(as('provider').letter(letter))).toMatchObject({ code: 'report-withdrawn' })
  })

  test('the laboratory’s templates have no unknown gaps', () => {
    expect(templateFaults(letters)).toEqual([])
  })
})
