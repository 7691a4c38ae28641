import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newOrder, PROBAND } from '../../orders/document.ts'
import { checkFamily } from '../checks.ts'
import { anyRecord } from '../testing/any-record.ts'
import { family } from '../testing/families.ts'
import { closeFamily, testedMember } from './close-family.ts'

const FAMILY = family(
  ['gm', 'woman'],
  ['gf', 'man'],
  ['mum', 'woman', ['gf', 'gm']],
  ['aunt', 'woman', ['gf', 'gm']],
  ['dad', 'man'],
  ['me', 'woman', ['dad', 'mum'], { isProband: true }],
  ['bro', 'man', ['dad', 'mum']],
  ['niece', 'woman', ['bro', 'wife']],
  ['wife', 'woman'],
  ['mate', 'man'],
  ['kid', '', ['mate', 'me'], { leftOf: 'aunt' }],
)
const keys = (center: string, others?: string[]) =>
  closeFamily(FAMILY, center, others)
    .people.map(({ key }) => key)
    .sort()

test('is who stands nearest, and whoever is asked for', () => {
  expect(keys('me')).toEqual(['bro', 'dad', 'kid', 'mate', 'me', 'mum'])
  expect(keys('me', ['aunt'])).toContain('aunt')
  expect(keys('gm')).toEqual(['aunt', 'gf', 'gm', 'mum'])
  expect(closeFamily(FAMILY, 'me').people.find(({ key }) => key === 'kid')?.leftOf).toBe('')
})

test('of any family is a family without a reference to somebody left out', () => {
  fc.assert(
    fc.property(anyRecord, fc.nat(), (document, index) => {
      const center = document.people[index % Math.max(1, document.people.length)]?.key ?? ''
      const errors = (one: typeof document) =>
        checkFamily(one).filter(({ rule }) => rule === 'unknown-reference').length
      expect(errors(closeFamily(document, center))).toBeLessThanOrEqual(errors(document))
    }),
    { numRuns: 40 },
  )
})

test('who is tested is who was joined, else the proband', () => {
  const order = newOrder()
  expect(testedMember(FAMILY, order, [{ patientKey: PROBAND, member: 'bro' }])).toBe('bro')
  expect(testedMember(FAMILY, order, [{ patientKey: 'relative-1', member: 'bro' }])).toBe('me')
})
