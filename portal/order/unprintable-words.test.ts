import { expect, test } from 'vitest'
import { inField, onLabels } from './unprintable-words.ts'

test('a name that is printed says nothing', () => {
  for (const name of ['Linh Nguyễn', '小明 𠮷田', 'علي', 'Ǆena'])
    expect([inField(name), onLabels(name)]).toEqual(['', ''])
})

test('a name that is not says which letters its label lacks, and what to do', () => {
  expect(inField('Otto 👍')).toBe(
    'The specimen’s label cannot show “👍”: it prints [?]. Write the name in Latin letters, as on the insurance card.',
  )
  expect(onLabels('ᱥᱟᱱᱛᱟᱲᱤ')).toBe(
    'The label shows [?] for “ᱥ”, “ᱟ”, “ᱱ”, “ᱛ”, “ᱲ” and others. Write the name in Latin letters, as on the insurance card, on it by hand.',
  )
})
