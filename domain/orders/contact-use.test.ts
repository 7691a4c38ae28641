import { expect, test } from 'vitest'
import { CONTACT_REFERENCES } from '../lookups.ts'
import { CONTACT_USES, contactUse, referenceFor } from './contact-use.ts'

test('[ENT-11 GAP-11] a contact is Personal or Work, as chosen', () => {
  expect(CONTACT_USES).toEqual(['Personal', 'Work'])
  expect(CONTACT_REFERENCES.map((reference) => [reference, contactUse({ reference })])).toEqual([
    ['Home', 'Personal'],
    ['Work', 'Work'],
    ['Temp', 'Personal'],
    ['Old', 'Personal'],
    ['Mobile', 'Personal'],
  ])
  for (const use of CONTACT_USES)
    for (const before of CONTACT_REFERENCES)
      expect(contactUse({ reference: referenceFor(use, before) })).toBe(use)
})

test("choosing the same use keeps the contact's reference", () => {
  expect(referenceFor('Personal', 'Mobile')).toBe('Mobile')
  expect(referenceFor('Work', 'Mobile')).toBe('Work')
  expect(referenceFor('Personal', 'Work')).toBe('Home')
})
