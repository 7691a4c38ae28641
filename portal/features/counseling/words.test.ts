import { expect, test } from 'vitest'
import type { Appointment } from '#contract/counseling.ts'
import { contentDetails, outcomeWords, patientWords } from './words.ts'

const content: NonNullable<Appointment['content']> = {
  ...{ firstName: 'Maribel', lastName: 'Quillbrook', dateOfBirth: '1988-02-29', labNumber: '' },
  ...{ guardianFirstName: '', guardianLastName: 'Ardenmoor', email: 'maribel@family.test' },
  ...{ phoneNumber: '+13125550167', preferredLanguage: 'Spanish', preferredContact: 'yes' },
  ...{ insurancePolicyName: '', insuranceId: '', insuranceGroup: '' },
}
const request: Appointment = {
  ...{ id: 1, reference: 'r', receivedAt: '2026-11-20T15:00:00Z', language: 'es', state: 'stored', content },
  ...{ tries: 0, lastError: '', handedOverAt: null, partnerReference: '', events: [] },
}
const outcomeOf = (overrides: Partial<Appointment>) => outcomeWords({ ...request, ...overrides })

test('what waits says why, what went says when and as what', () => {
  expect(outcomeOf({})).toEqual({ first: 'Ready to send', second: '', wrong: false })
  expect(outcomeOf({ tries: 2, lastError: 'It is away' })).toEqual({
    ...{ first: 'It is away', second: '2 tries failed', wrong: true },
  })
  expect(outcomeOf({ state: 'refused', lastError: 'It looks like a program’s' }).first).toMatch('program')
  const went = { handedOverAt: '2026-11-20T15:00:00Z', partnerReference: 'CP-7' }
  expect(outcomeOf({ state: 'scheduled', ...went })).toMatchObject({
    ...{ first: 'Sent 20 Nov 2026', second: 'Counseling service reference CP-7' },
  })
})

test('of a deleted one the reason is said, and that the partner does not know yet', () => {
  const events = [{ kind: 'deleted' as const, at: request.receivedAt, actor: 'Sam', detail: 'Requested' }]
  const gone: Appointment = { ...request, state: 'deleted', content: null, events }
  expect([patientWords(gone), outcomeWords(gone).first, outcomeWords(gone).wrong]).toEqual([
    ...['Deleted', 'Requested', false],
  ])
  expect(outcomeWords({ ...gone, lastError: 'It is away' }).second).toMatch(
    'The counseling service could not be reached: It is away',
  )
})

test('what the patient wrote is shown as on the form, without what was left empty', () => {
  expect(contentDetails(content, 'es')).toEqual({
    ...{ 'First name': 'Maribel', 'Last name': 'Quillbrook', 'Date of birth': '29 Feb 1988' },
    ...{ 'Parent or guardian': 'Ardenmoor', Email: 'maribel@family.test', Phone: '+13125550167' },
    ...{ 'Text messages': 'Not allowed', 'Preferred language': 'Spanish', 'Language of the form': 'Spanish' },
  })
  expect(contentDetails(content, '<b>')['Language of the form']).toBe('<b>')
})
