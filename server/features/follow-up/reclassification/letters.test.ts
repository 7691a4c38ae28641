import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReclassificationView } from '#contract/reclassification.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { problemOfCall, startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { piecesOf } from '../../documents/testing/pdf-text.ts'
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
const { plain: STEP, phone } = STEPS

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
    const step = (who: string, against: string) =>
      as(who).step({ ...at, body: { ...phone, revision, step: 'patient-told', against } })
    const submitter = `OrderSubmitter@${PARENT}`
    const refused = [
      [submitter, ''],
      ['OrderViewer@P1', 'It matters'],
    ] as const
    for (const [who, against] of refused)
      expect((await problemOfCall(step(who, against))).errors).toMatchObject([{ rule: 'recontact' }])
    expect((await step(submitter, 'Surgery is planned.')).progress.patient).toBe('told')
  })

  test('withdrawn after the report was filed is a no from then on, for letters that were made before too', async () => {
    const { order, at, revision } = await reclassified()
    await portal.worker.db
      .updateTable('orders')
      .set({ document: JSON.stringify({ ...answered(true) }) as never })
      .where('id', '=', order)
      .execute()
    const submitter = as(`OrderSubmitter@${PARENT}`)
    const letter = { relative: null, recipient: '', permission: '', against: '' }
    const made = await submitter.writeLetter({ ...at, body: { ...letter, revision } })
    expect(made).toMatchObject({ wish: 'yes', letters: [{ isAgainstWish: false }] })
    await portal.as(`OrderSubmitter@${PARENT}`).orders.withdrawConsent({
      params: { hospital: PARENT, id: order },
      body: {
        ...{ patient: 'proband', items: ['recontact'], on: todayAtLaboratory(new Date()) },
        reason: 'Wants to hear nothing more.',
      },
    })
    const view = await as('provider').get(at)
    expect(view).toMatchObject({
      ...{ wish: 'withdrawn', closed: null },
      progress: { remaining: ['orderer', 'patient', 'relatives'] },
      letters: [{ isAgainstWish: true }],
    })
    const printed = await as('provider').letter({
      params: { ...at.params, letterId: view.letters[0]?.id ?? 0 },
    })
    expect(
      piecesOf(Buffer.from(printed))
        .map(({ text }) => text)
        .join(' '),
    ).toContain('Do not send: the patient does not want to be contacted')
    const again = submitter.writeLetter({ ...at, body: { ...letter, revision } })
    expect((await problemOfCall(again)).errors).toMatchObject([{ path: '/against', rule: 'recontact' }])
    const refused = await submitter.step({ ...at, body: { ...STEP, revision, step: 'patient-refused' } })
    expect(refused.progress).toMatchObject({ patient: 'refused', remaining: ['orderer', 'relatives'] })
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
    expect(unnamed).toMatch(/in a member of your\s+family/)
    expect(named).toContain('Quill')
    // A letter is an event, and no step that closes anything.
    expect(view.progress.remaining).toContain('patient')
  })

  test('are shown before they are made, and then nothing is kept', async () => {
    const { at, revision } = await reclassified()
    const { title, paragraphs } = await as('provider').previewLetter({ ...at, body: { ...LETTER, revision } })
    expect([title, ...paragraphs].join(' ')).toMatch(/Quill.*LMNA NM_170707\.4:c\.1129C>T/)
    const stale = as('provider').previewLetter({ ...at, body: { ...LETTER, revision: revision + 1 } })
    expect(await problemOfCall(stale)).toMatchObject({ code: 'follow-up-changed' })
    expect((await as('provider').get(at)).letters).toEqual([])
  })

  test('with letters that the fonts lack are refused, and the letters named', async () => {
    const { order, at, revision } = await reclassified()
    const provider = as('provider')
    await provider.step({ ...at, body: { ...STEP, revision, step: 'relative-listed', relation: 'Brother' } })
    const body = { ...LETTER, revision, relative: 'r1', recipient: 'Otto ᱥᱟᱱ' }
    for (const send of [provider.previewLetter, provider.writeLetter]) {
      const problem = await problemOfCall(send({ ...at, body }) as Promise<object>)
      expect(problem.errors).toMatchObject([{ path: '/recipient' }])
      expect(problem.detail).toContain('“ᱥ”, “ᱟ”, “ᱱ”')
    }
    const many = await provider.writeLetter({ ...at, body: { ...body, recipient: 'Ελένη Шевченко 王小明' } })
    expect((await textOf(many, 0)).replaceAll(/\s+/g, ' ')).toContain('Ελένη Шевченко 王小明')
    await portal.worker.db
      .updateTable('orders')
      .set({ document: JSON.stringify(readyOrder('👍')) as never })
      .where('id', '=', order)
      .execute()
    const refused = provider.writeLetter({ ...at, body: { ...LETTER, revision } })
    expect(await problemOfCall(refused)).toMatchObject({ detail: expect.stringContaining('“👍”') })
    expect((await provider.get(at)).letters).toHaveLength(1)
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

  test('warn after every newer version, also one that crosses no line or comes when the task is closed', async () => {
    const { order, at, revision } = await reclassified()
    await as('provider').writeLetter({ ...at, body: { ...LETTER, revision } })
    await send(order, 8, 'Pathogenic')
    const later = await as('provider').writeLetter({ ...at, body: { ...LETTER, revision } })
    expect(later.letters.map(({ isOutdated }) => isOutdated)).toEqual([true, false])
    expect(await textOf(later, 1)).toMatch(/classification now: Pathogenic/)
    const body = { revision, statement: 'All know.', isIncomplete: true }
    await as('provider').close({ ...at, body })
    await send(order, 9, 'Uncertain significance')
    const closed = await as('provider').get(at)
    expect(closed.letters.map(({ isOutdated }) => isOutdated)).toEqual([true, true])
    expect(await textOf(closed, 1)).toContain('Do not send')
  })

  test('are refused while the laboratory checks the report, and those made before are not to be sent', async () => {
    const { order, at, revision } = await reclassified()
    const provider = as('provider')
    const read = (beingChecked?: 'open') =>
      provider.get({ ...at, query: beingChecked ? { beingChecked } : {} })
    const before = await provider.writeLetter({ ...at, body: { ...LETTER, revision } })
    expect(before).toMatchObject({ isQuestioned: false, changes: { comparison: {} } })
    const upheld = await made.question(order)
    for (const send of [provider.writeLetter, provider.previewLetter])
      expect(
        await problemOfCall(send({ ...at, body: { ...LETTER, revision } }) as Promise<object>),
      ).toMatchObject({ status: 409, code: 'report-questioned' })
    const checked = await read()
    expect(checked).toMatchObject({ isQuestioned: true, changes: null, letters: [{ isOutdated: false }] })
    expect(JSON.stringify(checked)).not.toContain('LMNA')
    expect(await textOf(checked, 0)).toContain('Do not send while the laboratory is checking')
    expect((await read('open')).changes).toEqual(before.changes)
    await upheld()
    expect(await read()).toMatchObject({ isQuestioned: false, changes: { comparison: {} } })
    expect(await textOf(before, 0)).not.toContain('Do not send')
    expect((await provider.writeLetter({ ...at, body: { ...LETTER, revision } })).letters).toHaveLength(2)
  })
})
