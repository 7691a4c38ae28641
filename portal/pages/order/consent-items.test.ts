import { expect, test } from 'vitest'
import { type VisibleItem, versionNote, visibleItems } from './consent-items.ts'

const item = (more: Partial<VisibleItem> = {}): VisibleItem => ({
  ...{ id: 'testing', title: 'testing', text: null, version: '', language: '', list: '' },
  ...{ isTesting: true, answer: true, withdrawn: null },
  ...more,
})
const today = [{ id: 'testing', title: 'Consent for genetic testing', text: 'Today’s words' }]

test('[CNST-01] an old order is shown under today’s titles, but never in today’s words', () => {
  expect(visibleItems([item()], today, false)).toMatchObject([
    { title: 'Consent for genetic testing', text: null },
  ])
  expect(visibleItems([item()], today, true)).toMatchObject([{ text: 'Today’s words' }])
  const kept = item({ title: 'As it was', text: 'Words of then' })
  expect(visibleItems([kept, item({ id: 'gone' })], today, false)).toEqual([kept, item({ id: 'gone' })])
})

test('[CNST-04] the version of the words and of the list of genes is named', () => {
  expect(versionNote(item({ version: '2', language: 'en', list: 'ACMG SF v3.3' }))).toBe(
    'Version 2, English · ACMG SF v3.3',
  )
  expect(versionNote(item())).toBe('')
})
