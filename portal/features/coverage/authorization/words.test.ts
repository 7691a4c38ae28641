import { expect, test } from 'vitest'
import type { AuthorizationPacket } from '#contract/coverage.ts'
import { isWorthShowing, letterState, openLabel } from './words.ts'

const DRAFT: AuthorizationPacket['letter'] = {
  ...{ version: 0, text: 'To whom', editedBy: '', editedAt: null, signed: null, isOlderThanOrder: false },
}
const EDITED = { ...DRAFT, version: 1, editedBy: 'Bo Vance', editedAt: '2026-03-12T15:00:00Z' }
const signed = { signature: 'Ada Okafor MD', npi: '1234567893', at: '2026-03-13T15:00:00Z' }

test('says where the letter stands', () => {
  expect(letterState(DRAFT)).toBe('A draft from the order’s data. Not edited yet.')
  expect(letterState(EDITED)).toMatch(/^Not signed\. Last edited by Bo Vance, 12 Mar 2026/)
  expect(letterState({ ...EDITED, signed })).toMatch(
    /^Signed by Ada Okafor MD \(NPI 1234567893\), 13 Mar 2026/,
  )
})

test('it is read by who may not change it, and once it is signed', () => {
  expect(openLabel({ letter: EDITED, canEdit: true })).toBe('Edit letter')
  expect(openLabel({ letter: EDITED, canEdit: false })).toBe('Read letter')
  expect(openLabel({ letter: { ...EDITED, signed }, canEdit: true })).toBe('Read letter')
})

test('the card is there where an authorization may be needed, or a letter was begun', () => {
  expect(isWorthShowing({ required: 'no', letter: DRAFT })).toBe(false)
  expect(isWorthShowing({ required: 'no', letter: EDITED })).toBe(true)
  expect(isWorthShowing({ required: 'unknown', letter: DRAFT })).toBe(true)
})
