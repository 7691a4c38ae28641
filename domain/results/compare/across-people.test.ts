import { expect, test } from 'vitest'
import { someResult, someVariant } from '../testing/some-results.ts'
import { acrossPeople } from './across-people.ts'

const MYH7 = { gene: 'MYH7', transcript: 'NM_000257.4', cdna: 'c.1208G>A' }

test('says of each variant in whom it was found, in whom not, and of whom nothing is known', () => {
  const rows = acrossPeople([
    {
      key: 'daughter',
      results: [
        someResult({
          variants: [
            someVariant({ gene: 'TTN', cdna: 'c.10A>G', call: 'Absent', key: '2a' }),
            someVariant({ ...MYH7, key: '2b', allelicState: 'Heterozygous', variantClass: 'Pathogenic' }),
          ],
        }),
      ],
    },
    // Another laboratory writes it in one field, with another number.
    {
      key: 'mother',
      results: [
        someResult({ variants: [someVariant({ gene: 'MYH7', cdna: 'NM_000257.4:c.1208G>A', key: '9' })] }),
      ],
    },
    { key: 'father', results: [someResult({ variants: [someVariant({ ...MYH7, call: 'Absent' })] })] },
    { key: 'brother', results: [someResult({ variants: [someVariant({ ...MYH7, call: 'No call' })] })] },
    { key: 'sister', results: [someResult({ overall: 'Negative' })] },
    { key: 'uncle', results: null },
  ])
  expect(rows.map(({ name }) => name)).toEqual(['MYH7 NM_000257.4:c.1208G>A', 'TTN c.10A>G'])
  expect(rows[0]?.people).toEqual({
    daughter: { kind: 'found', state: 'Heterozygous', classes: ['Pathogenic'] },
    mother: { kind: 'found', state: '', classes: [] },
    father: { kind: 'not-found' },
    brother: { kind: 'unclear', call: 'No call' },
    // A negative result that does not name it does not say that it was looked for.
    sister: { kind: 'not-reported' },
    uncle: { kind: 'no-data' },
  })
})

test('two variants that could be the same are not taken for one', () => {
  const result = (variant: ReturnType<typeof someVariant>) => [someResult({ variants: [variant] })]
  const rows = acrossPeople([
    { key: 'one', results: result(someVariant({ ...MYH7 })) },
    { key: 'other', results: result(someVariant({ ...MYH7, cdna: 'c.1208G>T' })) },
  ])
  expect(rows.map(({ people }) => Object.values(people).map(({ kind }) => kind))).toEqual([
    ['found', 'not-reported'],
    ['not-reported', 'found'],
  ])
})

test('of a variant that is listed for each tissue, found in one is found', () => {
  const inTissues = (...calls: (string | undefined)[]) => [
    someResult({
      variants: calls.map((call, index) => {
        const variant = someVariant({ ...MYH7, key: `2${index}`, variantClass: 'Pathogenic' })
        const { call: _, ...untold } = variant
        return call === undefined ? untold : { ...untold, call, allelicState: 'Heterozygous' }
      }),
    }),
  ]
  const rows = acrossPeople([
    { key: 'skin', results: inTissues('Absent', 'Present') },
    { key: 'untold', results: inTissues('No call', undefined) },
    { key: 'unclear', results: inTissues('Absent', 'No call') },
    { key: 'neither', results: inTissues('Absent', 'Absent') },
  ])
  expect(rows.map(({ people }) => people)).toEqual([
    {
      skin: { kind: 'found', state: 'Heterozygous', classes: ['Pathogenic'] },
      untold: { kind: 'found', state: '', classes: ['Pathogenic'] },
      unclear: { kind: 'unclear', call: 'No call' },
      neither: { kind: 'not-found' },
    },
  ])
})
