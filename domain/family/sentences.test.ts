import { expect, test } from 'vitest'
import type { FamilyDocument } from './document.ts'
import { layoutFamily } from './layout/layout.ts'
import { familyInWords } from './sentences.ts'
import { family } from './testing/families.ts'

function read(document: FamilyDocument): string[] {
  const { places, order, items } = layoutFamily(document)
  const rows = order.map((row) => row.flatMap((item) => items.keys[item] ?? []))
  return familyInWords(document, rows, (member) => places.get(member)?.number ?? '')
}

test('a whole drawing in sentences', () => {
  const condition = { entry: 'br', certainty: 'documented' as const, notes: '' }
  const document = {
    ...family(
      [
        'f',
        'man',
        undefined,
        {
          firstName: 'Odd',
          lastName: 'Ferrow',
          life: 'dead',
          age: { value: 72, unit: 'years', isApproximate: true },
          causeOfDeath: 'stroke',
        },
      ],
      [
        'm',
        'woman',
        undefined,
        { firstName: '', conditions: [{ ...condition, status: 'possible', onset: '', certainty: 'told' }] },
      ],
      [
        'p',
        'woman',
        ['f', 'm'],
        {
          firstName: 'Ylva',
          lastName: 'Ferrow',
          isProband: true,
          born: '1980',
          conditions: [{ ...condition, status: 'affected', onset: '44' }],
        },
      ],
      ['s', 'man', ['f', 'm'], { firstName: '', sexAtBirth: 'Female', isAdoptedOut: true }],
      ['h', 'man', undefined, { firstName: 'Tam' }],
      [
        'c',
        '',
        ['h', 'p'],
        { firstName: '', pregnancy: { state: 'ongoing', weeks: 12, dueDate: '2027-05-01' } },
      ],
    ),
    legend: [{ key: 'br', name: 'breast cancer', code: '', fill: 'solid' as const, part: 'whole' as const }],
    evaluations: [
      {
        key: 'e',
        member: 'p',
        what: 'GENE1 c.1A>G',
        result: 'positive' as const,
        copies: [1],
        on: '',
        finding: '',
      },
    ],
  }
  const ended = {
    ...document,
    unions: document.unions.map((union) => ({ ...union, hasEnded: union.key === 'h+p' })),
  }
  expect(read(ended)).toMatchInlineSnapshot(`
    [
      "Generation 1",
      "Odd Ferrow, I-1, man, died at about 72 years of stroke; partner of mother of Ylva Ferrow; 2 children",
      "mother of Ylva Ferrow, I-2, woman, possibly breast cancer; partner of Odd Ferrow; 2 children",
      "Generation 2",
      "Tam, II-1, man; former partner of Ylva Ferrow; 1 child",
      "Ylva Ferrow, II-2, woman, proband, born 1980, breast cancer at 44, documented, GENE1 c.1A>G found; former partner of Tam; child of Odd Ferrow and mother of Ylva Ferrow; 1 child",
      "brother of Ylva Ferrow, II-3, man, assigned female at birth, adopted out; child of Odd Ferrow and mother of Ylva Ferrow",
      "Generation 3",
      "child of Ylva Ferrow, III-1, pregnancy at 12 weeks, due 2027-05-01; child of Tam and Ylva Ferrow",
    ]
  `)
})

test('twins, donors, a surrogate, relatives who marry and who have no children are told', () => {
  const told = family(
    ['g', 'man', undefined, { firstName: 'Gus' }],
    ['h', 'woman', undefined, { firstName: 'Hedda' }],
    ['a', 'woman', ['g', 'h'], { firstName: 'Ada', twins: { group: 't', kind: 'identical' } }],
    [
      'b',
      'woman',
      ['g', 'h'],
      {
        ...{ firstName: 'Bea', twins: { group: 't', kind: 'identical' } },
        childlessness: { kind: 'choice', reason: 'vasectomy' },
      },
    ],
    ['c', 'man', undefined, { firstName: 'Cai' }],
    ['d', 'woman', undefined, { firstName: 'Dua' }],
    ['e', 'woman', undefined, { firstName: 'Eli' }],
    ['k', 'man', ['c', 'a'], { firstName: 'Kit', isProband: true, eggFrom: 'd', carriedBy: 'e' }],
  )
  const cousins = {
    ...told,
    unions: told.unions.map((union) =>
      union.partners.includes('c') ? { ...union, relatedAs: 'second cousins' } : union,
    ),
  }
  expect(read(cousins).filter((line) => /^(Ada|Bea|Kit),/.test(line))).toMatchInlineSnapshot(`
    [
      "Ada, II-4, woman; partner of Cai, related by blood: second cousins; child of Gus and Hedda; identical twin of Bea; 1 child",
      "Bea, II-5, woman; child of Gus and Hedda; identical twin of Ada; no children by choice: vasectomy",
      "Kit, III-1, man, proband; child of Cai and Ada; egg of Dua; carried by Eli",
    ]
  `)
})
