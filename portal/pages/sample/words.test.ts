import { expect, test } from 'vitest'
import { SAMPLE_STEPS, type SampleStep, type SampleStepKind } from '#domain/samples/sample-history.ts'
import { nextInWords, sampleTitle, toCome } from './words.ts'

const step = (more: Partial<SampleStep>): SampleStep => ({
  ...{ kind: 'arrived', title: SAMPLE_STEPS.arrived, detail: '', at: null, on: null, link: null },
  ...{ isExpected: true, isLate: false },
  ...more,
})

test('a sample is called by what it is and whose', () => {
  expect(sampleTitle({ specimenType: 'Saliva', patientName: 'Testa Fernlight' })).toBe(
    'Saliva, Testa Fernlight',
  )
})

test('what comes next is said with its day, and that it is late', () => {
  const done = step({ kind: 'collected', isExpected: false })
  expect(nextInWords({ timeline: [done] })).toBeNull()
  expect(nextInWords({ timeline: [done, step({})] })?.words).toBe('Next: arrival at the laboratory')
  expect(nextInWords({ timeline: [step({ on: '2026-03-12' })] })).toEqual({
    ...{ words: 'Next: arrival at the laboratory, by 12 Mar 2026', isLate: false },
  })
  expect(nextInWords({ timeline: [step({ on: '2026-03-12', isLate: true })] })).toEqual({
    ...{ words: 'Next: arrival at the laboratory, late since 12 Mar 2026', isLate: true },
  })
})

test('every step has words for what is to come', () => {
  const kinds = Object.keys(SAMPLE_STEPS) as SampleStepKind[]
  expect(new Set(kinds.map((kind) => toCome({ kind, detail: '' }))).size).toBe(kinds.length)
  expect(toCome({ kind: 'reported', detail: 'of another test' })).toBe('Report of another test')
})
