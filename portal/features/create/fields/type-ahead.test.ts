import { describe, expect, test } from 'vitest'
import { typedChoice } from './type-ahead.ts'

describe('letters typed into a closed list', () => {
  const labels = ['Blood', 'Buccal swab', 'Saliva', 'Skin biopsy']

  test.each([
    ['s', undefined, 'Saliva'],
    ['s', 'Saliva', 'Skin biopsy'],
    ['ss', 'Skin biopsy', 'Saliva'],
    ['sk', 'Saliva', 'Skin biopsy'],
    ['bu', undefined, 'Buccal swab'],
    ['bl', 'Blood', 'Blood'],
    ['x', 'Blood', undefined],
  ])('%s, after %s, chooses %s', (letters, chosen, choice) => {
    expect(typedChoice(labels, letters, chosen)).toBe(choice)
  })
})
