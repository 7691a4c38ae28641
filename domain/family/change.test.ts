import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withMember } from './additions.ts'
import { applyChange, changeBetween, inverseOf, isEmptyChange } from './change.ts'
import type { FamilyDocument } from './document.ts'
import { anyFamily } from './testing/any-family.ts'
import { family } from './testing/families.ts'

const TRIO = family(['m', 'woman'], ['f', 'man'], ['c', '', ['f', 'm']])

/** Rows in the order of their keys: a change does not keep the order of rows. */
function sorted(document: FamilyDocument): FamilyDocument {
  const byKey = <T extends { key: string }>(rows: T[]) => rows.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const { people, unions, legend, evaluations } = document
  return {
    ...document,
    ...{
      people: byKey(people),
      unions: byKey(unions),
      legend: byKey(legend),
      evaluations: byKey(evaluations),
    },
  }
}

test('a change leads from one family to the other, and its inverse back', () => {
  fc.assert(
    fc.property(anyFamily, anyFamily, (before, after) => {
      const change = changeBetween(before, after)
      const there = applyChange(before, change)
      expect(there.conflicts).toEqual([])
      expect(sorted(there.document)).toEqual(sorted(after))
      const back = applyChange(there.document, inverseOf(change))
      expect(back.conflicts).toEqual([])
      expect(sorted(back.document)).toEqual(sorted(before))
    }),
  )
})

test('a change that was applied changes nothing the second time, and survives JSON', () => {
  fc.assert(
    fc.property(anyFamily, anyFamily, (before, after) => {
      const change = JSON.parse(JSON.stringify(changeBetween(before, after)))
      const once = applyChange(before, change).document
      const twice = applyChange(once, change)
      expect(twice.conflicts).toEqual([])
      expect(isEmptyChange(changeBetween(once, twice.document))).toBe(true)
    }),
  )
})

describe('two writers', () => {
  const local = (after: FamilyDocument) => changeBetween(TRIO, after)

  test('keep changes to different fields of one person', () => {
    const named = local(withMember(TRIO, 'c', { firstName: 'Ada' }))
    const remote = withMember(TRIO, 'c', { born: '2020' })
    const { document, conflicts } = applyChange(remote, named)
    expect(conflicts).toEqual([])
    expect(document).toEqual(withMember(TRIO, 'c', { firstName: 'Ada', born: '2020' }))
  })

  test('the first keeps a field that both changed, and it is named', () => {
    const named = local(withMember(TRIO, 'c', { firstName: 'Ada', born: '2020' }))
    const remote = withMember(TRIO, 'c', { firstName: 'Ida' })
    const { document, conflicts } = applyChange(remote, named)
    expect(conflicts).toEqual([{ list: 'people', key: 'c', field: 'firstName' }])
    expect(document).toEqual(withMember(TRIO, 'c', { firstName: 'Ida', born: '2020' }))
  })

  test('a person whom the other changed is not removed', () => {
    const removed = local({ ...TRIO, people: TRIO.people.filter((member) => member.key !== 'c') })
    const remote = withMember(TRIO, 'c', { firstName: 'Ida' })
    const { document, conflicts } = applyChange(remote, removed)
    expect(conflicts).toEqual([{ list: 'people', key: 'c', field: '' }])
    expect(document).toEqual(remote)
  })

  test('a change of a person whom the other removed is named, and nobody comes back', () => {
    const named = local(withMember(TRIO, 'c', { firstName: 'Ada' }))
    const remote = { ...TRIO, people: TRIO.people.filter((member) => member.key !== 'c') }
    const { document, conflicts } = applyChange(remote, named)
    expect(conflicts).toEqual([{ list: 'people', key: 'c', field: '' }])
    expect(document).toEqual(remote)
  })

  test('fields of the family itself are merged alike', () => {
    const noted = local({ ...TRIO, notes: 'Told by the aunt', informant: 'Aunt' })
    const { document, conflicts } = applyChange({ ...TRIO, notes: 'Told by phone' }, noted)
    expect(conflicts).toEqual([{ list: 'document', key: '', field: 'notes' }])
    expect(document).toEqual({ ...TRIO, notes: 'Told by phone', informant: 'Aunt' })
  })
})
