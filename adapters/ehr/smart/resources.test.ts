import { expect, test } from 'vitest'
import { toHolderOf } from '#domain/orders/insured-codes.ts'
import { isKeepable } from '#domain/text/keepable.ts'
import { insuranceIn, patientIn, relativeInWords } from './resources.ts'

test('what a chart says can be stored, whatever characters it has and wherever it is cut', () => {
  const read = patientIn(
    {
      name: [{ family: 'Quill\0on', given: [`${'a'.repeat(199)}\u{1f9ec}`] }],
      address: [{ city: '\ud83e' }],
    },
    '',
  )
  expect(read.lastName).toBe('Quill\ufffdon')
  for (const one of [read.lastName, read.firstName, read.address.city])
    expect(isKeepable(one), JSON.stringify(one)).toBe(true)
  const words = relativeInWords({
    relationship: { text: 'Mother' },
    condition: [{ code: { text: 'Breast\0cancer' } }],
  })
  expect(words).toBe('Mother: Breast\ufffdcancer')
})

test.each([
  ['self', 'Self'],
  ['spouse', 'Spouse'],
  ['common', 'Spouse'],
  ['child', 'Child'],
  ['parent', 'Other'],
  ['other', 'Other'],
  ['injured', ''],
])('[UX-10] Coverage.relationship is what the patient is to the subscriber: %s is %o', (code, toHolder) => {
  const { relationship } = insuranceIn({ relationship: { coding: [{ code }] } }, null)
  expect(toHolderOf(relationship)).toBe(toHolder)
})
