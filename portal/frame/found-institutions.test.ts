import { expect, test } from 'vitest'
import { foundInstitutions } from './found-institutions.ts'

const clinics = [
  { code: '1001', name: 'Harbor View Clinic' },
  { code: '1002', name: 'Clínica del Río' },
  { code: '2001', name: 'View of the Hills' },
]
const codes = (text: string) => foundInstitutions(clinics, text).found.map(({ code }) => code)

test('found by words of the name in any order, by the beginning of the code, and all without words', () => {
  expect(codes('view')).toEqual(['1001', '2001'])
  expect(codes('clinic harbor')).toEqual(['1001'])
  expect(codes('clinica rio')).toEqual(['1002'])
  expect(codes('100')).toEqual(['1001', '1002'])
  expect(codes(' ')).toEqual(['1001', '1002', '2001'])
  expect(codes('nowhere')).toEqual([])
})

test('of many the first 50 are given, and how many more there are', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ code: String(index), name: `Clinic ${index}` }))
  expect(foundInstitutions(many, '')).toMatchObject({ found: { length: 50 }, more: 450 })
})
