import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compared, phraseKey, tokensOf } from './words.ts'

describe('words as they are compared', () => {
  test.each([
    ['Seizures', 'seizure'],
    ['anomalies', 'anomaly'],
    ['Oesophagus', 'esophagus'],
    ['anaemia', 'anemia'],
    ['leukaemic', 'leukemic'],
    ['Tumours', 'tumor'],
    ['foetal', 'fetal'],
    ['generalised', 'generalized'],
    ['diarrhoea', 'diarrhea'],
    ['Café', 'cafe'],
    ['stenosis', 'stenosis'],
    ['nystagmus', 'nystagmus'],
    ['loss', 'loss'],
    ['toe', 'toe'],
    ['hypoechoic', 'hypoechoic'],
  ])('%s is compared as %s', (written, expected) => {
    expect(compared(written)).toBe(expected)
  })

  test('are found with their places', () => {
    expect(tokensOf('Low-set ears, no fits')).toEqual([
      { word: 'low', written: 'Low', from: 0, to: 3 },
      { word: 'set', written: 'set', from: 4, to: 7 },
      { word: 'ear', written: 'ears', from: 8, to: 12 },
      { word: 'no', written: 'no', from: 14, to: 16 },
      { word: 'fit', written: 'fits', from: 17, to: 21 },
    ])
  })

  test('of any text are where they say', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        for (const { written, from, to } of tokensOf(text)) expect(text.slice(from, to)).toBe(written)
      }),
    )
  })

  test('make one phrase in any order, without words that tell nothing', () => {
    const key = (text: string) => phraseKey(tokensOf(text).map(({ word }) => word))
    expect(key('cleft of the palate')).toBe(key('Palate, cleft'))
    expect(key('cleft lip')).not.toBe(key('cleft palate'))
    expect(key('of the')).not.toBe('')
  })
})
