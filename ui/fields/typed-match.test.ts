import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STATES } from '#domain/lookups.ts'
import { selectionOf, takenWhole, typedMatch, typedMatches, wholeMatch } from './typed-match.ts'

const states = STATES.map(({ code, name }) => ({ value: code, label: name, synonyms: [code] }))

describe('text typed into a list', () => {
  it.each([
    ['Ohio', 'OH'],
    ['ohio ', 'OH'],
    ['OH', 'OH'],
    ['oh', 'OH'],
    ['Calif', 'CA'],
    ['MA', 'MA'],
    ['West Virginia', 'WV'],
    ['Virginia', 'VA'],
    ['hampshire', 'NH'],
    ['new', undefined],
    ['Ontario', undefined],
    ['', undefined],
  ])('%j matches %s', (typed, value) => {
    expect(typedMatch(states, typed)?.value).toBe(value)
  })

  it('lists exact matches first, then beginnings', () => {
    expect(typedMatches(states, 'VA').map(({ value }) => value)[0]).toBe('VA')
    expect(typedMatches(states, 'virginia').map(({ value }) => value)).toEqual(['VA', 'WV'])
    expect(typedMatches(states, '')).toHaveLength(states.length)
  })

  it('finds every option by its name and by each synonym', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.boolean(), (state, upper) => {
        for (const name of [state.label, ...state.synonyms])
          expect(typedMatch(states, upper ? name.toUpperCase() : name.toLowerCase())).toBe(state)
      }),
    )
  })
})

it('keeps text as typed if it matches no option or several', () => {
  expect(selectionOf(states, ' Ohio ')).toEqual({ values: ['OH'], left: '' })
  expect(selectionOf(states, ' new ')).toEqual({ values: [], left: 'new' })
  expect(selectionOf(states, 'Ontario')).toEqual({ values: [], left: 'Ontario' })
  expect(selectionOf(states, '  ')).toEqual({ values: [], left: '' })
})

describe('text that is exactly a name', () => {
  const genes = ['ATRX', 'BRCA1', 'BRCA2'].map((gene) => ({ value: gene, label: gene }))
  const panels = [
    { value: '1', label: 'Epilepsy 2 · 5 genes', synonyms: ['Epilepsy 2'] },
    { value: '2', label: 'Ataxia · 3 genes', synonyms: ['Ataxia'] },
    { value: '3', label: 'ataxia · 4 genes', synonyms: ['ataxia'] },
  ]

  it('is taken in any case, but other text is not, even if only one option matches', () => {
    expect(takenWhole(genes, ' brca1 ')).toEqual({ values: ['BRCA1'], left: '' })
    for (const typed of ['ATR', 'TRX', 'BRCA', 'ATRX1'])
      expect(takenWhole(genes, typed)).toEqual({ values: [], left: typed })
    expect(takenWhole(genes, '  ')).toEqual({ values: [], left: '' })
  })

  it("may be any of an option's names, and matches nothing if two options share it", () => {
    expect(wholeMatch(panels, 'epilepsy 2')?.value).toBe('1')
    expect(wholeMatch(panels, 'Epilepsy')).toBeUndefined()
    expect(wholeMatch(panels, 'Ataxia')).toBeUndefined()
  })

  it('is never taken for part of a name', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.nat(), fc.nat(), (state, from, length) => {
        const start = from % state.label.length
        const part = state.label.slice(start, start + 1 + (length % state.label.length)).trim()
        const found = wholeMatch(states, part)
        if (found)
          expect([found.label, ...found.synonyms].map((name) => name.toLowerCase())).toContain(
            part.toLowerCase(),
          )
      }),
    )
  })
})
