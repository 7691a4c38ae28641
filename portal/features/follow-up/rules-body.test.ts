import { expect, test } from 'vitest'
import { contactOf, rulesBody } from './rules-body.ts'

const VALUES = {
  days: { changed: 2, positive: 3, uncertain: 7, 'not-stated': 7, negative: 14 },
  supportDays: 7,
  reclassification: { ordererDays: 5, patientDays: 20, tries: 4 },
}

test('whom to tell is one choice in the form, and a user or a role in the rules', () => {
  expect(rulesBody({ ...VALUES, contact: 'user 12' })).toEqual({ ...VALUES, escalateTo: { userId: 12 } })
  expect(rulesBody({ ...VALUES, contact: 'role OrderViewer' })).toEqual({
    ...VALUES,
    escalateTo: { role: 'OrderViewer' },
  })
})

test('whom to tell is read back as it was chosen', () => {
  for (const contact of ['role SuperUser', 'user 12'])
    expect(contactOf(rulesBody({ ...VALUES, contact }))).toBe(contact)
})
