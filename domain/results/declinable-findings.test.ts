import { expect, test } from 'vitest'
import { findingSection, isUnknownSection, sectionOf } from './declinable-findings.ts'

test.each([
  [undefined, null, 'main'],
  ['Primary finding', null, 'main'],
  ['Hauptbefund', null, 'main'],
  ['Secondary finding', 'secondary', 'secondary'],
  ['ACMG secondary findings v3.3', 'secondary', 'secondary'],
  ['Zusatzbefund', 'secondary', 'secondary'],
  ['Hallazgo secundario', 'secondary', 'secondary'],
  ['Découverte secondaire', 'secondary', 'secondary'],
  ['Incidental finding', 'incidental', 'secondary'],
  ['Zufallsbefund', 'incidental', 'secondary'],
  ['Carrier status', 'carrier', 'carrier'],
  ['Anlageträger', 'carrier', 'carrier'],
  ['Gene without known disease', 'unknown-disease', 'other'],
  ['Candidate gene', 'unknown-disease', 'other'],
])('%s is the section %s, listed as %s, and known', (word, section, listed) => {
  expect(findingSection(word)).toBe(section)
  expect(sectionOf({ section: word })).toBe(listed)
  expect(isUnknownSection(word)).toBe(false)
})

test.each(['Pharmacogenetics', 'Second hit', 'Remaining', '副次的所見'])(
  '%s may be a section or the answer: nobody knows',
  (word) => {
    expect([findingSection(word), sectionOf({ section: word }), isUnknownSection(word)]).toEqual([
      null,
      'other',
      true,
    ])
  },
)
