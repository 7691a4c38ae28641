import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '#domain/testing/cases.ts'
import { checkFamily } from '../checks.ts'
import type { FamilyDocument } from '../document.ts'
import { anyRecord } from '../testing/any-record.ts'
import { family } from '../testing/families.ts'
import { AGE_TODAY, detailsOf, lossesBetween } from './details.ts'
import { FORMAT_NAMES, type FormatName, type Written } from './format.ts'
import { leaving, readFamilies, writeFamily } from './formats.ts'

const OPTIONS: Written = {
  ...{ id: 'family-1', idOf: (key) => key, created: '2026-11-23T10:00:00Z', day: '2026-11-23' },
  ...{ condition: 'bc', withNames: true },
}

/** Written and read again by what the file itself says. */
function again(document: FamilyDocument, format: FormatName) {
  const read = readFamilies(writeFamily(document, format, OPTIONS))
  if ('problem' in read) throw new Error(read.problem)
  return {
    ...read,
    document: read.families[0]?.document,
    remarks: read.families.flatMap((one) => one.remarks),
  }
}

/** Ids that PED has for names are no names. */
const unnamed = (document: FamilyDocument) => ({
  ...document,
  people: document.people.map((member) => ({ ...member, firstName: '' })),
})

/** PED gives people keys of its own, and their ids as names. */
function byId(document: FamilyDocument): FamilyDocument {
  const idOf = new Map(document.people.map(({ key, firstName }) => [key, firstName]))
  const known = (key: string) => idOf.get(key) ?? key
  return unnamed({
    ...document,
    people: document.people.map((member) => ({ ...member, key: known(member.key) })),
    unions: document.unions.map((union) => ({ ...union, partners: union.partners.map(known) })),
  })
}

describe.each(FORMAT_NAMES)('%s', (format) => {
  test('[FAM-07] what is not announced as lost is the same when written and read again', () => {
    fc.assert(
      fc.property(anyRecord, (document) => {
        fc.pre(!checkFamily(document).some(({ severity }) => severity === 'error'))
        const { written, lost } = leaving(document, format, OPTIONS)
        if (written.people.length === 0) return
        const read = again(written, format)
        expect(read.format).toBe(format)
        const document2 = read.document as FamilyDocument
        const came = format === 'ped' ? byId(document2) : document2
        expect(Object.fromEntries(detailsOf(came))).toEqual(Object.fromEntries(detailsOf(written)))
        // Nothing else is gone of what the family said than what was announced.
        expect(lossesBetween(document, came)).toEqual(lost.filter(({ detail }) => detail !== AGE_TODAY))
      }),
      { numRuns: cases(250) },
    )
  })

  test('carries no names, days and free words of people unless they are asked for', () => {
    const document = {
      ...family(['a', 'woman'], ['b', 'man'], ['c', 'woman', ['a', 'b']]),
      informant: 'Quillon Secret',
      notes: 'Secret notes',
    }
    const people = document.people.map((member) => ({
      ...member,
      ...{
        firstName: 'Secret',
        lastName: 'Sevrin',
        born: '1961-02-03',
        ...{ notes: 'Secret', life: 'alive' as const },
        isProband: member.key === 'c',
      },
    }))
    const { written, unnamed: left } = leaving({ ...document, people }, format, {
      ...OPTIONS,
      withNames: false,
    })
    const text = writeFamily(written, format, { ...OPTIONS, withNames: false })
    expect(text).not.toMatch(/Secret|Sevrin|1961/)
    expect(text).toMatch(/\b65\b|ped|#Family/)
    expect(left.map(({ detail }) => detail)).toEqual([
      ...['names', 'birth year', 'day of birth', 'notes', 'who told it, and when', 'notes on the family'],
    ])
  })
})

test.each(FORMAT_NAMES)(
  '%s without names has no key of the program that the family was imported from, and is the same family',
  (format) => {
    fc.assert(
      fc.property(anyRecord, (document) => {
        fc.pre(!checkFamily(document).some(({ severity }) => severity === 'error'))
        const foreign: FamilyDocument = JSON.parse(JSON.stringify(document), (name, value) =>
          KEYS.includes(name) && typeof value === 'string' && value !== '' ? `MRN-${value}` : value,
        )
        const keyed = {
          ...foreign,
          unions: foreign.unions.map((one) => ({
            ...one,
            partners: one.partners.map((key) => `MRN-${key}`),
          })),
        }
        const numbers = new Map(keyed.people.map(({ key }, index) => [key, `II-${index + 1}`]))
        const options = {
          ...{ ...OPTIONS, withNames: false, condition: 'MRN-bc' },
          idOf: (key: string) => numbers.get(key) ?? key,
        }
        const { written } = leaving(keyed, format, options)
        if (written.people.length === 0) return
        const text = writeFamily(written, format, options)
        expect(text).not.toContain('MRN')
        if (format !== 'karyo') return
        const read = readFamilies(text)
        const [family] = 'families' in read ? read.families : []
        const again = family?.document as FamilyDocument
        expect(checkFamily(again).filter(({ severity }) => severity === 'error')).toEqual([])
        const counts = (one: FamilyDocument) =>
          [...detailsOf(one)].map(([place, told]) => `${place.split('|')[0]} ${told.length}`).sort()
        expect(counts(again)).toEqual(counts(written))
      }),
      { numRuns: cases(60) },
    )
  },
)
/** Fields that hold a key. */
const KEYS = [...['key', 'union', 'eggFrom', 'spermFrom', 'carriedBy', 'leftOf', 'group', 'entry', 'member']]

test.each(FORMAT_NAMES)('%s gives nobody an age whom nobody called alive', (format) => {
  const born = { born: '1931' }
  const document = family(
    ['a', 'woman', undefined, born],
    ['b', 'man', undefined, { ...born, life: 'dead' }],
    ['c', 'woman', ['b', 'a'], { ...born, isProband: true }],
  )
  for (const withNames of [true, false]) {
    const options = { ...OPTIONS, withNames }
    const text = writeFamily(leaving(document, format, options).written, format, options)
    expect(text).not.toMatch(/\b95\b/)
  }
})

test('CanRisk says the age of the living, and of nobody who would be older than the model knows', () => {
  const document = family(
    ['old', 'woman', undefined, { born: '1890', life: 'alive' }],
    ['told', 'man', undefined, { age: { value: 60, unit: 'years', isApproximate: false } }],
    ['c', 'woman', ['told', 'old'], { born: '1961', life: 'alive', isProband: true }],
    ['d', 'man', ['told', 'old'], { born: '1963' }],
  )
  const { written, lost } = leaving(document, 'canrisk', OPTIONS)
  const ages = writeFamily(written, 'canrisk', OPTIONS)
    .split('\n')
    .filter((line) => !line.startsWith('#') && line !== '')
    .map((line) => line.split('\t').slice(8, 11).join(' '))
  expect(ages.sort()).toEqual(['0 0 1890', '0 0 1963', '0 60 0', '0 65 1961'])
  expect(
    again(written, 'canrisk')
      .document?.people.map(({ key, life }) => `${key} ${life}`)
      .sort(),
  ).toEqual([...['c alive', 'd ', 'old ', 'told alive']])
  expect(lost).toContainEqual({ detail: 'life', people: ['old'] })
  expect(lost).toContainEqual({ detail: AGE_TODAY, people: ['d'] })
})

test('a loss names whose it is', () => {
  const document = family(['a', 'woman'], ['b', 'man'], ['c', '', ['a', 'b'], { isAdoptedOut: true }])
  const { lost } = leaving(document, 'canrisk', OPTIONS)
  expect(lost).toEqual([
    { detail: 'people', people: ['c'] },
    { detail: 'partners', people: ['a', 'b'] },
  ])
})
