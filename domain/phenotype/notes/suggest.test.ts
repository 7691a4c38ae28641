import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { phraseKey, tokensOf } from '../words.ts'
import type { Names } from './mentions.ts'
import { findingsInNote } from './suggest.ts'

const TERMS: Record<string, string> = {
  seizure: 'HP:0001250',
  hypotonia: 'HP:0001252',
  ataxia: 'HP:0001251',
  microcephaly: 'HP:0000252',
  'cleft palate': 'HP:0000175',
  'cleft lip': 'HP:0410030',
  'speech delay': 'HP:0000750',
  'motor delay': 'HP:0001270',
  'absent reflexes': 'HP:0001284',
}
const ids = new Map(
  Object.entries(TERMS).map(([name, id]) => [phraseKey(tokensOf(name).map(({ word }) => word)), id]),
)
let lookups = 0
const NAMES: Names = {
  termNamed(key) {
    lookups += 1
    return ids.get(key) ?? null
  },
  abbreviated: () => null,
  corrected: (word) => (word === 'hypotnia' ? 'hypotonia' : null),
}
const short = (termId: string) => Object.keys(TERMS).find((name) => TERMS[name] === termId) ?? termId

function read(text: string, prenatal = false): string[] {
  return findingsInNote(text, NAMES, { prenatal }).map(({ whose, status, termId }) =>
    [whose === 'patient' ? '' : `${whose}:`, status === 'present' ? '' : status, short(termId)]
      .filter(Boolean)
      .join(' '),
  )
}

describe('[HPO-02] findings in clinical notes', () => {
  test.each<[string, string[]]>([
    ['Seizures, hypotonia and ataxia.', ['seizure', 'hypotonia', 'ataxia']],
    ['Hypotnia, motor and speech delay', ['hypotonia', 'motor delay', 'speech delay']],
    ['Seizure at 3 mo. More seizures at 2 y.', ['seizure']],
    // Negation, over lists
    [
      'No seizures, hypotonia or ataxia but microcephaly.',
      ['absent seizure', 'absent hypotonia', 'absent ataxia', 'microcephaly'],
    ],
    ['Denies seizures and ataxia. Hypotonia.', ['absent seizure', 'absent ataxia', 'hypotonia']],
    ['Hypotonia without seizures', ['hypotonia', 'absent seizure']],
    ['Seizures have been ruled out', ['absent seizure']],
    [
      'Cleft palate absent, ataxia: none. Seizures (-)',
      ['absent cleft palate', 'absent ataxia', 'absent seizure'],
    ],
    ['No seizures, hypotonia present', ['absent seizure', 'hypotonia']],
    ['No edema. Echo: ataxia; no seizures, MRI: microcephaly', ['ataxia', 'absent seizure', 'microcephaly']],
    ['She does not have ataxia, nor has she had seizures.', ['absent ataxia', 'absent seizure']],
    ['No further seizures. No improvement in hypotonia.', ['seizure', 'hypotonia']],
    ['Absent reflexes', ['absent reflexes']],
    ['- seizures\n- ataxia', ['seizure', 'ataxia']],
    ['Tone ok. - seizures, +ataxia', ['absent seizure', 'ataxia']],
    ['Heart normal, EEG unremarkable, kidneys not normal', ['absent HP:0001627', 'absent HP:0002353']],
    // Uncertainty
    ['Possible seizures, hypotonia', ['uncertain seizure', 'hypotonia']],
    [
      '?seizures. Ataxia? Concern for cleft palate.',
      ['uncertain seizure', 'uncertain ataxia', 'uncertain cleft palate'],
    ],
    ['Seizures are suspected; ataxia cannot be ruled out', ['uncertain seizure', 'uncertain ataxia']],
    // Plans, risks, diseases in general
    ['Screen for ataxia, hypotonia and seizures. At risk of microcephaly.', []],
    ['Rule out seizures. Seizure panel negative. The syndrome causes ataxia.', []],
    // Relatives
    ['Mother had seizures. Paternal uncle with ataxia. Microcephaly.', ['Mother: seizure', 'microcephaly']],
    ['Her mother’s brother has seizures; cousin: ataxia', []],
    ['Two brothers of the mother have ataxia', []],
    ['Mother reports seizures. Per dad, no ataxia.', ['seizure', 'absent ataxia']],
    ['Seizures in the father and no ataxia in a sister', ['Father: seizure', 'Sibling: absent ataxia']],
    ['Hypotonia (also in the mother) and ataxia', ['hypotonia', 'ataxia']],
    ['Both parents have ataxia', ['Mother: ataxia', 'Father: ataxia']],
    ['Family history: seizures. Father: ataxia.\nExam: hypotonia', ['Father: ataxia', 'hypotonia']],
    ['No family history of seizures', []],
    ['Hermana con ataxia. Tía Rosa con hypotonia.', ['Sibling: ataxia']],
    [
      'Mother has ataxia; her seizures began at 3. He has hypotonia.',
      ['Mother: ataxia', 'Mother: seizure', 'hypotonia'],
    ],
  ])('of “%s”', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  test('of a pregnancy are the fetus’s; the mother reports her own', () => {
    expect(read('Microcephaly, cleft lip. Pt has seizures. Mother denies ataxia.', true)).toEqual([
      ...['microcephaly', 'cleft lip', 'Mother: seizure', 'Mother: absent ataxia'],
    ])
    expect(read('Twin A: cleft lip. Also microcephaly. Twin 2: no cleft lip', true)).toEqual([
      ...['fetus A: cleft lip', 'fetus A: microcephaly', 'fetus B: absent cleft lip'],
    ])
  })

  test('point at each place of the text', () => {
    const text = 'Seizures. He had no ataxia; seizures stopped.'
    const [seizure, ataxia] = findingsInNote(text, NAMES, { prenatal: false })
    expect(seizure?.places.map(({ from, to }) => text.slice(from, to))).toEqual(['Seizures', 'seizures'])
    expect(ataxia?.places.map(({ from, to }) => text.slice(from, to))).toEqual(['ataxia'])
  })

  test('of any text are where they say, in work bounded by its words', () => {
    const word = fc.constantFrom(
      ...['seizures', 'no', 'mother', 'possible', 'ataxia', ', ', '. ', '?', '\n', ' - ', ':', '(', 'twin A'],
    )
    const text = fc.oneof(
      fc.array(word, { maxLength: 300 }).map((words) => words.join(' ')),
      fc.string({ unit: 'grapheme', maxLength: 200 }),
    )
    fc.assert(
      fc.property(text, fc.boolean(), (note, prenatal) => {
        lookups = 0
        const words = tokensOf(note).length
        for (const { places } of findingsInNote(note, NAMES, { prenatal }))
          for (const { from, to } of places) expect(note.slice(from, to)).toMatch(/\p{L}/u)
        // Seven lengths of name from each word, as written and corrected; and shared words.
        expect(lookups).toBeLessThanOrEqual(words * 7 * 2 + words * 12)
      }),
    )
  })
})
