import { expect, test } from 'vitest'
import { readTime } from './times.ts'

test.each([
  ['2026-03-13T10:15:00.9999Z', '2026-03-13T10:15:00.999Z'],
  ['2026-03-13T10:15:00.123456789-05:00', '2026-03-13T15:15:00.123Z'],
  ['2026-03-13T10:15:00', '2026-03-13T10:15:00.000Z'],
  ['2026-03-13', '2026-03-13T00:00:00.000Z'],
])('[MSG-13] FHIR time %s is exactly %s', (text, iso) => {
  const time = readTime(text)
  expect(time instanceof Date && time.toISOString()).toBe(iso)
})

test.each([
  '2026-02-30',
  '2025-02-29T10:00:00Z',
  '2026-03-13T24:00:00Z',
  '2026-13',
  '9999-12-31',
  '0001-01-01T00:00:00Z',
  '2026-03-13T10:15:00+15:00',
  'x',
])('[MSG-13] %s is an impossible time', (text) => expect(readTime(text)).toBe('none'))

test('a year, a month and an empty text are not instants', () => {
  for (const text of ['2026', '2026-03', '', undefined]) expect(readTime(text)).toBeNull()
})
