import { expect, test } from 'vitest'
import { contactOf, type Rules, rulesBody } from './rules-body.ts'

const SAVED: Rules = {
  days: { changed: 2, positive: 3, uncertain: 7, 'not-stated': 7, negative: 14 },
  escalateTo: { role: 'SuperUser' },
  supportDays: 7,
  reclassification: { ordererDays: 5, patientDays: 20, tries: 4 },
}

test('keeps the days of reclassifications, which the form does not show', () => {
  const { days, supportDays } = SAVED
  expect(rulesBody({ days: { ...days, positive: 1 }, supportDays, contact: 'user 12' }, SAVED)).toEqual({
    ...SAVED,
    ...{ days: { ...days, positive: 1 }, escalateTo: { userId: 12 } },
  })
})

test('whom to tell is read back as it was chosen', () => {
  for (const contact of ['role SuperUser', 'user 12']) {
    const { days, supportDays } = SAVED
    expect(contactOf(rulesBody({ days, supportDays, contact }, SAVED))).toBe(contact)
  }
})
