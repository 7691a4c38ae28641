import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addChildrenOf,
  addHalfSibling,
  addParents,
  addPartner,
  addPregnancy,
  addSiblings,
  addTwin,
  memberOf,
  moveAmongSiblings,
} from './additions.ts'
import { applyChange, changeBetween, inverseOf } from './change.ts'
import { checkFamily } from './checks.ts'
import type { FamilyDocument } from './document.ts'
import { familyGraph } from './graph.ts'
import { relations } from './relation.ts'
import { relationInWords } from './relation-words.ts'
import { descendantsOf, removeBranch, removeMember } from './removal.ts'
import { NO_RELATIVES, startFamily } from './start.ts'
import { anyFamily } from './testing/any-family.ts'
import { family, numberedKeys } from './testing/families.ts'

/** Everybody but the person, by relation to them. */
function relativesOf(document: FamilyDocument, person: string): string[] {
  const { of } = relations(document)
  return document.people
    .filter((member) => member.key !== person)
    .map((member) => relationInWords(of(member.key, person), member.gender))
    .sort()
}

const ALONE = family(['me', 'woman', undefined, { isProband: true }])

describe('additions', () => {
  test('parents, then siblings of both kinds', () => {
    const newKey = numberedKeys()
    const parents = addParents(ALONE, 'me', newKey)
    expect(relativesOf(parents.document, 'me')).toEqual(['father', 'mother'])
    expect(addParents(parents.document, 'me', newKey)).toEqual({ document: parents.document, added: [] })
    const [mother = ''] = parents.added
    const siblings = addSiblings(parents.document, 'me', [{ gender: 'man' }, { gender: '' }], newKey)
    const half = addHalfSibling(siblings.document, mother, { gender: 'woman' }, newKey)
    expect(relativesOf(half.document, 'me')).toEqual([
      ...['brother', 'father', 'maternal half sister', 'mother', 'sibling'],
    ])
  })

  test('a sibling brings the parents, a child no partner', () => {
    const newKey = numberedKeys()
    const sibling = addSiblings(ALONE, 'me', [{ gender: 'man' }], newKey).document
    expect(relativesOf(sibling, 'me')).toEqual(['brother', 'father', 'mother'])
    const child = addChildrenOf(ALONE, 'me', [{ gender: 'man' }], newKey).document
    expect(relativesOf(child, 'me')).toEqual(['son'])
    expect(child.unions).toMatchObject([{ partners: ['me'] }])
    const both = addParents(child, child.people[1]?.key ?? '', newKey).document
    expect(relativesOf(both, 'me')).toEqual(['partner', 'son'])
  })

  test('partner, twin and pregnancy', () => {
    const newKey = numberedKeys()
    const partner = addPartner(ALONE, 'me', newKey).document
    expect(memberOf(partner, 'p1').gender).toBe('man')
    expect(partner.unions).toMatchObject([{ partners: ['p1', 'me'] }])
    const pregnant = addPregnancy(
      partner,
      'me',
      { state: 'ongoing', weeks: 12, dueDate: '' },
      newKey,
    ).document
    expect(pregnant.people.at(-1)).toMatchObject({ gender: '', pregnancy: { state: 'ongoing' } })
    const twin = addTwin(ALONE, 'me', 'identical', newKey).document
    expect(relativesOf(twin, 'me')).toEqual(['father', 'identical twin sister', 'mother'])
  })

  test('a child moves among its siblings', () => {
    const three = family(
      ['m', 'woman'],
      ['f', 'man'],
      ...(['a', 'b', 'c'] as const).map((key) => [key, '', ['f', 'm']] as [string, '', [string, string]]),
    )
    const order = (document: FamilyDocument) =>
      familyGraph(document)
        .childrenOf('f+m')
        .map((child) => child.key)
    const moved = moveAmongSiblings(three, 'c', -1)
    expect(order(moved)).toEqual(['a', 'c', 'b'])
    expect(order(moveAmongSiblings(moved, 'c', -1))).toEqual(['c', 'a', 'b'])
    expect(order(moveAmongSiblings(three, 'a', -1))).toEqual(['a', 'b', 'c'])
  })
})

test('nine numbers make a family of 25 with all generations', () => {
  const numbers = {
    ...NO_RELATIVES,
    ...{ brothers: 2, sisters: 1, sons: 2, daughters: 1, losses: 1 },
    ...{ mothersBrothers: 1, mothersSisters: 3, fathersBrothers: 2, fathersSisters: 3 },
  }
  const patient = { gender: 'woman' as const, firstName: 'Ana', lastName: 'Brook', born: '1990' }
  const document = startFamily(patient, numbers, numberedKeys())
  expect(checkFamily(document)).toEqual([])
  const counted = Object.entries(Object.groupBy(relativesOf(document, 'p1'), (relation) => relation))
  expect(Object.fromEntries(counted.map(([relation, people]) => [relation, people?.length]))).toEqual({
    ...{ mother: 1, father: 1, brother: 2, sister: 1, partner: 1, son: 2, daughter: 1, child: 1 },
    ...{ 'maternal grandfather': 1, 'maternal grandmother': 1 },
    ...{ 'paternal grandfather': 1, 'paternal grandmother': 1 },
    ...{ 'maternal uncle': 1, 'maternal aunt': 3, 'paternal uncle': 2, 'paternal aunt': 3 },
  })
})

describe('removal', () => {
  const THREE = family(
    ['grandmother', 'woman'],
    ['grandfather', 'man'],
    ['mother', 'woman', ['grandfather', 'grandmother'], { firstName: 'Vera', life: 'dead' }],
    ['father', 'man'],
    ['child', 'woman', ['father', 'mother'], { isProband: true }],
    ['uncle', 'man', ['grandfather', 'grandmother']],
    ['uncle’s wife', 'woman'],
    ['cousin', '', ['uncle', 'uncle’s wife']],
  )
  const keys = (document: FamilyDocument) => document.people.map((member) => member.key)

  test('of somebody with children leaves the place, unnamed', () => {
    const removed = removeMember(THREE, 'mother', numberedKeys())
    expect(removed.people).toHaveLength(THREE.people.length)
    expect(memberOf(removed, 'p1')).toMatchObject({ firstName: '', life: '', gender: 'woman' })
    expect(relativesOf(removed, 'child')).toEqual(relativesOf(THREE, 'child'))
  })

  test('leaves nothing by which the next person in the place would be the removed one, and can be undone', () => {
    const DONOR: FamilyDocument = {
      ...THREE,
      people: THREE.people.map((one) =>
        one.key === 'cousin'
          ? { ...one, eggFrom: 'mother', spermFrom: 'father', carriedBy: 'mother' }
          : one.key === 'father'
            ? { ...one, leftOf: 'mother' }
            : one,
      ),
      evaluations: [
        {
          ...{ key: 'e1', member: 'mother', what: 'BRCA2', result: 'positive' as const },
          ...{ copies: [], on: '', finding: '' },
        },
      ],
    }
    const removed = removeMember(DONOR, 'mother', numberedKeys())
    const { people, unions, evaluations } = removed
    const named = people.flatMap(({ key, eggFrom, spermFrom, carriedBy, leftOf }) => [
      ...[key, eggFrom, spermFrom, carriedBy, leftOf],
    ])
    expect([...named, ...unions.flatMap(({ partners }) => partners)]).not.toContain('mother')
    expect(memberOf(removed, 'cousin')).toMatchObject({ eggFrom: 'p1', spermFrom: 'father', carriedBy: 'p1' })
    expect(evaluations).toEqual([])
    expect(checkFamily(removed)).toEqual(checkFamily({ ...DONOR, evaluations: [] }))
    const { document, conflicts } = applyChange(removed, inverseOf(changeBetween(DONOR, removed)))
    expect([changeBetween(DONOR, document), conflicts]).toEqual([{ rows: [], fields: [] }, []])
  })

  test('of somebody without children leaves nothing', () => {
    const removed = removeMember(THREE, 'cousin', numberedKeys())
    expect(keys(removed)).toEqual(keys(THREE).filter((key) => key !== 'cousin'))
    expect(checkFamily(removed)).toEqual([])
  })

  test('of a branch takes who descends from it and who only married in', () => {
    expect(descendantsOf(THREE, 'uncle')).toEqual(['cousin'])
    const removed = removeBranch(THREE, 'uncle')
    expect(keys(removed)).toEqual(['grandmother', 'grandfather', 'mother', 'father', 'child'])
    expect(checkFamily(removed)).toEqual([])
  })
})

test('no action leaves a reference to nobody, or the same key twice', () => {
  fc.assert(
    fc.property(anyFamily, (document) => {
      const keys = document.people.map((member) => member.key)
      expect(new Set(keys).size).toBe(keys.length)
      expect(checkFamily(document).filter((finding) => finding.rule === 'unknown-reference')).toEqual([])
    }),
    { numRuns: 300 },
  )
})
