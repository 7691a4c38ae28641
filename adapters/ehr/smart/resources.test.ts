import { expect, test } from 'vitest'
import { isKeepable } from '#domain/text/keepable.ts'
import { patientIn, relativeInWords } from './resources.ts'

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
