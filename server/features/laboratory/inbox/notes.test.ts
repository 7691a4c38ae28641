import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundle, task } from '#adapters/laboratory/fhir/testing/messages.ts'
import { addUser } from '#server/features/users/testing/users.ts'
import { laboratoryMessage } from '#server/testing/laboratory.ts'
import { startPortal, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { LONGEST_NOTE } from './timeline.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal?.stop())

let control = 0
async function sendNotes(order: number, notes: readonly string[], at: string): Promise<void> {
  control += 1
  const raw = laboratoryMessage(`NOTE${control}`, { order, status: 'I', at })
  const nte = notes.map((note, n) => `NTE|${n + 1}||${note}\r`).join('')
  expect(await portal.receive(raw + nte)).toContain('MSA|AA')
}
const events = async (id: number) =>
  (await portal.as('OrderViewer@P1').orders.get({ params: { hospital: PARENT, id } })).events
const notesOf = async (id: number) =>
  (await events(id)).filter(({ kind }) => kind === 'laboratory-note').map(({ detail }) => detail)

test('[MSG-15] a laboratory note on an order without a result is in the timeline, and announced by mail', async () => {
  const { subject, email, id: userId } = await addUser(portal, 'Owner', { [PARENT]: ['OrderSubmitter'] })
  await portal.as(subject).physicians.changeNotifications({
    params: { id: userId },
    body: {
      whose: 'mine',
      reportReady: false,
      reportCorrected: false,
      sampleReceived: false,
      actionNeeded: true,
    },
  })
  const { id } = await portal.submitted(readyOrder(), { by: subject, at: PARENT })
  await sendNotes(id, ['<b>Culture</b> grows slowly', 'Please call 555-0142'], '20260320100000')
  expect(await notesOf(id)).toEqual(['<b>Culture</b> grows slowly\nPlease call 555-0142'])
  const mails = async () => (await portal.mailsTo(email)).map((mail) => mail.subject)
  expect(await mails()).toEqual([`Order ${id}: a note from the laboratory`])

  // The same text, which some systems repeat with every message, is the same note.
  await sendNotes(id, ['<b>Culture</b> grows slowly', 'Please call 555-0142'], '20260321100000')
  await sendNotes(id, ['It has grown'], '20260322100000')
  expect(await notesOf(id)).toHaveLength(2)
  expect(await mails()).toHaveLength(2)
})

test('[MSG-15] so is a note in FHIR', async () => {
  const { id } = await portal.submitted()
  const noted = task(id, 'in-progress', { note: [{ text: 'It takes a week longer' }] })
  expect(await portal.receive(JSON.stringify(bundle(`NOTE-FHIR-${id}`, noted)))).toContain(
    'transaction-response',
  )
  expect(await notesOf(id)).toEqual(['It takes a week longer'])
})

test('a very long note is shortened in the timeline, which says how many characters are missing', async () => {
  const { id } = await portal.submitted()
  await sendNotes(id, ['x'.repeat(LONGEST_NOTE + 10)], '20260320100000')
  const [note = ''] = await notesOf(id)
  expect(note.length).toBeLessThan(LONGEST_NOTE + 200)
  expect(note).toMatch(/ask the laboratory for the remaining 10 characters/)
})
