import { expect, test } from 'vitest'
import type { CascadeFinding } from '#contract/family-cascade.ts'
import { CASCADE_LAYERS, cascadeBadges } from './badges.ts'

type Relative = Pick<CascadeFinding['relatives'][number], 'member' | 'chance' | 'isCertain' | 'state'>

const ALL = new Set(CASCADE_LAYERS)
const finding = (
  gene: string,
  inheritance: CascadeFinding['inheritance'],
  ...relatives: Relative[]
): CascadeFinding => ({ inheritance, variants: [{ gene }], relatives }) as CascadeFinding

const SISTER: Relative = {
  ...{ member: 'sister', chance: { one: 0.5, all: 0 } },
  ...{ isCertain: false, state: 'told' },
}

test('a relative has the chance and the step below the symbol', () => {
  const badges = cascadeBadges([finding('BRCA2', 'autosomal dominant', SISTER)], ALL)
  expect(badges.get('sister')).toEqual([
    { words: '50 %', tone: 'may' },
    { words: 'Told', tone: 'plain' },
  ])
})

test('a result answers the chance, which is left out', () => {
  const [has, not] = (['positive', 'negative'] as const).map((state) =>
    cascadeBadges([finding('BRCA2', 'autosomal dominant', { ...SISTER, state })], ALL).get('sister'),
  )
  expect(has).toEqual([{ words: 'Positive', tone: 'has' }])
  expect(not).toEqual([{ words: 'Negative', tone: 'not' }])
})

test('who was not tested is expected to have it, and not certain', () => {
  const of = (isCertain: boolean) => {
    const father = { ...SISTER, member: 'father', chance: { one: 1, all: 0 }, isCertain }
    const badges = cascadeBadges([finding('BRCA2', 'autosomal dominant', father)], new Set(['chances']))
    return badges.get('father')?.map(({ words }) => words)
  }
  expect([of(true), of(false)]).toEqual([['100 %'], ['expected']])
})

test('of a recessive finding the chance of a copy stands beside that of both', () => {
  const brother: Relative = { ...SISTER, member: 'brother', chance: { one: 0.75, all: 0.25 } }
  const badges = cascadeBadges([finding('CFTR', 'autosomal recessive', brother)], new Set(['chances']))
  expect(badges.get('brother')?.map(({ words }) => words)).toEqual(['a copy 75 %', 'both 25 %'])
})

test('without a number there is the step alone, and of several findings each names its gene', () => {
  const son: Relative = { ...SISTER, member: 'son', chance: null, state: 'not before 18' }
  const findings = [
    finding('MT-TL1', 'mitochondrial', son),
    finding('BRCA2', 'autosomal dominant', { ...SISTER, member: 'son' }),
  ]
  expect(
    cascadeBadges(findings, ALL)
      .get('son')
      ?.map(({ words }) => words),
  ).toEqual(['MT-TL1: Not before 18', 'BRCA2: 50 %', 'BRCA2: Told'])
})

test('what is not to be shown is left out', () => {
  const one = [finding('BRCA2', 'autosomal dominant', SISTER)]
  expect(cascadeBadges(one, new Set(['steps'])).get('sister')).toEqual([{ words: 'Told', tone: 'plain' }])
  expect(cascadeBadges(one, new Set()).get('sister')).toEqual([])
})
