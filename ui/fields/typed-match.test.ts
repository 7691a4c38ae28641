import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { STATES } from '#domain/lookups.ts'
import { takenOf, typedMatch, typedMatches } from './typed-match.ts'

const states = STATES.map(({ code, name }) => ({ value: code, label: name, synonyms: [code] }))

describe('what was typed into a list', () => {
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
  ])('%j stands for %s', (typed, value) => {
    expect(typedMatch(states, typed)?.value).toBe(value)
  })

  it('is offered first what is called so, then what begins so', () => {
    expect(typedMatches(states, 'VA').map(({ value }) => value)[0]).toBe('VA')
    expect(typedMatches(states, 'virginia').map(({ value }) => value)).toEqual(['VA', 'WV'])
    expect(typedMatches(states, '')).toHaveLength(states.length)
  })

  it('finds every option by its own name and by each synonym', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), fc.boolean(), (state, upper) => {
        for (const name of [state.label, ...state.synonyms])
          expect(typedMatch(states, upper ? name.toUpperCase() : name.toLowerCase())).toBe(state)
      }),
    )
  })
})

it('leaves words that stand for none or several as they were typed', () => {
  expect(takenOf(states, ' Ohio ')).toEqual({ values: ['OH'], left: '' })
  expect(takenOf(states, ' new ')).toEqual({ values: [], left: 'new' })
  expect(takenOf(states, 'Ontario')).toEqual({ values: [], left: 'Ontario' })
  expect(takenOf(states, '  ')).toEqual({ values: [], left: '' })
})
