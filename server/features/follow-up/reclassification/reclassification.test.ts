import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type IsoDate, startOfDay } from '#domain/dates/dates.ts'
import { INITIAL_RECLASSIFICATION_RULES } from '#domain/follow-up/reclassification.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { administer } from '#server/database/connection/connect.ts'
import { daysAfterToday, laboratoryDay } from '#server/testing/laboratory-day.ts'
import { PORTAL_ORIGIN, problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { FOREIGN, PARENT, readyOrder } from '#server/testing/world.ts'
import { mailOutbox } from '../../mail/outbox.ts'
import { followUpEscalation } from '../escalation.ts'
import { reclassifications, STEPS } from './testing/reclassified.ts'

let portal: TestPortal
let made: ReturnType<typeof reclassifications>
beforeAll(async () => {
  portal = await startPortal()
  made = reclassifications(portal)
})
afterAll(() => portal?.stop())

const as = (who: string) => made.as(who)
const send = (...of: Parameters<typeof made.send>) => made.send(...of)
const reclassified = () => made.reclassified()
const followUps = (order: number) => made.followUps(order)
type Body = Parameters<ReturnType<typeof as>['step']>[0]['body']
const { plain: STEP, phone } = STEPS

describe('[WATCH-02] a reclassification is a task', () => {
  test('with owner, due day and what changed, when a class crosses the line; others only inform', async () => {
    const today = laboratoryDay(0)
    const { order, at } = await reclassified()
    const view = await as('provider').get(at)
    expect(view).toMatchObject({
      ...{ kind: 'reclassification', isOwn: true, closed: null },
      dueOn: daysAfterToday(INITIAL_RECLASSIFICATION_RULES.ordererDays, today),
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
    const today = laboratoryDay(0)
    const { order, at, revision } = await reclassified()
    const provider = as('provider')
    const step = (body: Body) => provider.step({ ...at, body })
    // Opening pages and reports closes nothing, and does no step.
    await portal.as('provider').reports.list({ params: { h: PARENT, id: order } })
    expect((await provider.get(at)).progress.remaining).toHaveLength(3)
    const told = await step({ ...phone, revision, step: 'orderer-told', words: 'Called Dr. Okafor.' })
    expect(told.dueOn).toEqual(daysAfterToday(INITIAL_RECLASSIFICATION_RULES.patientDays, today))
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
    expect(closed.steps).toMatchObject([
      { step: 'orderer-told', way: 'phone', words: 'Called Dr. Okafor.', by: 'Test provider' },
      { step: 'patient-told', way: 'phone', relation: '' },
      { step: 'relative-listed', way: null, relation: 'Brother', isEarlier: false },
      { step: 'relative-told', relative: 'r1', relation: 'Brother' },
    ])
    const { events } = await portal.as('provider').orders.get({ params: { hospital: PARENT, id: order } })
    expect(events.filter(({ kind }) => kind === 'reclassification-step').map(({ detail }) => detail)).toEqual(
      [
        ...['Ordering provider told, by phone', 'Patient told, by phone', 'Relative listed'],
        ...['Relative told, by phone', 'Closed'],
      ],
    )
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

  test('a statement sent twice is recorded once, even at the same time or after the report has changed; another one is not lost', async () => {
    const { order, at, revision } = await reclassified()
    const provider = as('provider')
    const tried = {
      ...{ ...phone, revision, requestKey: randomUUID() },
      ...{ step: 'patient-not-reached' as const, words: 'No answer.' },
    }
    const replies = await Promise.all([1, 2, 3].map(() => provider.step({ ...at, body: tried })))
    expect(replies.map(({ progress }) => progress.tries)).toEqual([1, 1, 1])
    const listed = { ...STEP, revision, requestKey: randomUUID(), step: 'relative-listed' as const }
    for (const relation of ['Brother', 'Brother', 'Sister'])
      await provider.step({ ...at, body: { ...listed, relation } })
    const letter = { ...{ revision, requestKey: randomUUID(), relative: 'r1' }, recipient: 'Otto' }
    for (const recipient of ['Otto', 'Otto', 'Ottilie'])
      await provider.writeLetter({
        ...at,
        body: { ...letter, recipient, permission: '', against: '' },
      })
    const view = await provider.get(at)
    expect(view.progress.relatives.map(({ relation }) => relation)).toEqual(['Brother', 'Sister'])
    expect(view.letters).toHaveLength(2)
    expect(view.steps.filter(({ step }) => step === 'patient-not-reached')).toHaveLength(1)
    await send(order, 8, 'Uncertain significance')
    expect((await provider.step({ ...at, body: tried })).steps).toHaveLength(view.steps.length)
    const another = provider.step({ ...at, body: { ...tried, requestKey: randomUUID() } })
    expect(await problemOfCall(another)).toMatchObject({ code: 'follow-up-changed' })
  })

  test('a newer version that changes it again makes its steps due again', async () => {
    const { order, id, at, revision } = await reclassified()
    await as('provider').step({ ...at, body: { ...phone, revision, step: 'orderer-told' } })
    await send(order, 8, 'Uncertain significance')
    const refused = as('provider').step({ ...at, body: { ...phone, revision, step: 'patient-told' } })
    expect(await problemOfCall(refused)).toMatchObject({ code: 'follow-up-changed' })
    const view = await as('provider').get(at)
    expect(view).toMatchObject({
      ...{ id, revision: revision + 1, changes: { older: { version: 2 }, newer: { version: 3 } } },
      progress: { remaining: ['orderer', 'patient', 'relatives'] },
      steps: [{ step: 'orderer-told', isEarlier: true }],
    })
    expect(await followUps(order)).toHaveLength(1)
  })

  const crossing = (version: number, before: string, after: string) => ({
    older: { version },
    comparison: { variants: [{ before: [{ name: before }], after: [{ name: after }] }] },
  })

  test.each(['orderer-told', 'patient-told', 'relative-told', 'letter'] as const)(
    'that goes back is told to those who know of the change: %s',
    async (step) => {
      const { order, at, revision } = await reclassified()
      const provider = as('provider')
      const letter = { revision, relative: null, recipient: '', permission: '', against: '' }
      if (step === 'letter') await provider.writeLetter({ ...at, body: letter })
      else if (step === 'relative-told') {
        await provider.step({
          ...at,
          body: { ...STEP, revision, step: 'relative-listed', relation: 'Brother' },
        })
        await provider.step({ ...at, body: { ...phone, revision, step, relative: 'r1' } })
      } else await provider.step({ ...at, body: { ...phone, revision, step } })
      await send(order, 8, 'Uncertain significance')
      const back = crossing(2, 'Likely pathogenic', 'Uncertain significance')
      expect((await provider.get(at)).changes).toMatchObject(back)
      const write = (relative: string | null) =>
        provider.writeLetter({
          ...at,
          body: { ...letter, revision: revision + 1, relative, recipient: 'Otto' },
        })
      const isPatientTold = step === 'patient-told' || step === 'letter'
      if (isPatientTold) expect((await write(null)).letters.at(-1)).toMatchObject({ isOutdated: false })
      // What they know is what the report says again.
      else expect(await problemOfCall(write(null))).toMatchObject({ code: 'wrong-state' })
      if (step === 'relative-told') expect((await write('r1')).letters).toHaveLength(1)
    },
  )

  test('is written to each person as a change of what they know', async () => {
    const { order, at, revision } = await reclassified()
    const provider = as('provider')
    await provider.step({ ...at, body: { ...STEP, revision, step: 'relative-listed', relation: 'Brother' } })
    await provider.step({ ...at, body: { ...phone, revision, step: 'relative-told', relative: 'r1' } })
    await send(order, 8, 'Benign')
    const letter = { permission: '', against: '', revision: revision + 1 }
    const preview = async (relative: string | null) => {
      const made = await provider.previewLetter({ ...at, body: { ...letter, relative, recipient: 'Otto' } })
      return made.paragraphs.join(' ')
    }
    const [patient, brother] = [await preview(null), await preview('r1')]
    expect(patient).toContain('Uncertain significance')
    expect(patient).not.toContain('Likely pathogenic')
    expect(brother).toContain('Likely pathogenic')
    expect(brother).not.toContain('Uncertain significance')
  })

  test('that changes again before anybody is told of it is compared with what they know', async () => {
    const { order, at, revision } = await reclassified()
    const provider = as('provider')
    const tried = { ...phone, revision, step: 'patient-not-reached' as const }
    await provider.step({ ...at, body: tried })
    await send(order, 8, 'Benign')
    expect((await provider.get(at)).changes).toMatchObject(crossing(1, 'Uncertain significance', 'Benign'))
    await provider.step({ ...at, body: { ...phone, revision: revision + 1, step: 'patient-told' } })
    await send(order, 9, 'Pathogenic')
    await send(order, 10, 'Likely benign')
    expect((await provider.get(at)).changes).toMatchObject(crossing(3, 'Benign', 'Likely benign'))
  })

  test('is about the reports that are valid, if those before were withdrawn', async () => {
    const { order, at } = await reclassified()
    await send(order, 8, 'Likely pathogenic', { result: 'W' })
    await send(order, 9, 'Likely benign', { status: 'F' })
    expect((await as('provider').get(at)).changes).toBeNull()
    await send(order, 10, 'Pathogenic')
    expect((await as('provider').get(at)).changes).toMatchObject(crossing(3, 'Likely benign', 'Pathogenic'))
  })

  test('only the ordering provider reads the report in the portal', async () => {
    const { at, revision } = await reclassified()
    const read = (step: Body['step']) =>
      as('provider').step({ ...at, body: { ...STEP, way: 'read-here', revision, step } })
    expect((await problemOfCall(read('patient-told'))).errors).toMatchObject([{ path: '/way' }])
    expect((await read('orderer-told')).progress.isOrdererTold).toBe(true)
  })

  test('a withdrawn report leaves the task, and nothing of what it said', async () => {
    const { order, at } = await reclassified()
    await send(order, 9, 'Likely pathogenic', { result: 'W' })
    const view = await as('provider').get(at)
    expect(view).toMatchObject({ changes: null, closed: null })
    expect(JSON.stringify(view)).not.toMatch(/LMNA|three families/)
    const [listed] = await followUps(order)
    expect(listed).toMatchObject({ result: 'withdrawn', closed: null })
    expect(JSON.stringify(listed)).not.toMatch(/LMNA|three families/)
  })

  test('is of no other institution’s, and Support sees it without acting', async () => {
    const { at, revision } = await reclassified()
    const foreign = `OrderSubmitter@${FOREIGN}`
    expect(await problemOfCall(as(foreign).get(at))).toMatchObject({ status: 404 })
    expect(
      await problemOfCall(as(foreign).get({ ...at, params: { h: FOREIGN, id: at.params.id } })),
    ).toMatchObject({
      code: 'not-found',
    })
    const bySupport = as('Support').step({ ...at, body: { ...phone, revision, step: 'orderer-told' } })
    expect(await problemOfCall(bySupport)).toMatchObject({ code: 'forbidden' })
  })
})

/** Escalation as it runs on a day. */
const escalation = (day: IsoDate) =>
  followUpEscalation({
    ...{ connection: portal.worker, sendMail: mailOutbox(portal.boss), portalOrigin: PORTAL_ORIGIN },
    ...{ laboratoryName: 'Larkfield Genetics', supportEmail: 'help@laboratory.test' },
    now: () => new Date(startOfDay(day)),
  })

test('[WATCH-02] a reclassification is escalated for each step that is late, by the institution’s own days', async () => {
  const days = { ordererDays: 4, patientDays: 20, tries: 2 }
  const rules = portal.as(`SuperUser@${PARENT}`).followUp
  const { rules: usual } = await rules.rules({ params: { h: PARENT } })
  await rules.setRules({
    params: { h: PARENT },
    body: { ...usual, reclassification: days },
  })
  try {
    const today = laboratoryDay(0)
    const { at, revision } = await reclassified()
    const levels = async () =>
      (await as('provider').get(at)).events.flatMap(({ kind, words }) =>
        kind === 'escalated' ? [words] : [],
      )
    const { ordererDue, patientDue } = (await as('provider').get(at)).days
    expect(ordererDue).toEqual(daysAfterToday(4, today))
    expect(patientDue).toBe(addDays(ordererDue, 16))
    await escalation(ordererDue).run()
    expect(await levels()).toEqual([])
    await escalation(addDays(ordererDue, 1)).run()
    expect(await levels()).toEqual([expect.stringContaining(`It was due on ${ordererDue}`)])
    expect((await as('provider').get(at)).escalated).not.toBeNull()
    // The next step has a day of its own: it is not late, and is told again when it is.
    await as('provider').step({ ...at, body: { ...phone, revision, step: 'orderer-told' } })
    expect((await as('provider').get(at)).escalated).toBeNull()
    await escalation(patientDue).run()
    expect(await levels()).toHaveLength(1)
    await escalation(addDays(patientDue, 1)).run()
    expect(await levels()).toHaveLength(2)
    await escalation(addDays(patientDue, 1 + usual.supportDays)).run()
    expect((await levels())[2]).toContain('the laboratory’s Support')
    const { data } = await portal.as('Support').followUp.everywhere({ query: { limit: 100 } })
    expect(data.map(({ id }) => id)).toContain(at.params.id)
  } finally {
    await rules.setRules({ params: { h: PARENT }, body: usual })
  }
})

describe('[WATCH-02] a reclassification whose owner is blocked', () => {
  const setProvider = (status: 'Active' | 'Blocked') =>
    administer(portal.database.url, (db) =>
      sql`update membership set status = ${status} where institution_code = ${PARENT}
        and physician_id = (select id from physician where subject = 'provider')`.execute(db),
    )

  test('is given to the submitter, who goes on where the owner was, and closes it', async () => {
    const { at, revision } = await reclassified()
    await as('provider').step({ ...at, body: { ...phone, revision, step: 'orderer-told' } })
    const submitter = as(`OrderSubmitter@${PARENT}`)
    const close = () =>
      submitter.close({ ...at, body: { revision, statement: 'The family was told.', isIncomplete: false } })
    await setProvider('Blocked')
    try {
      await escalation(laboratoryDay(0)).run()
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
