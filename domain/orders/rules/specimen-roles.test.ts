import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { SpecimenType } from '../../lookups.ts'
import { ADDITIVES, SPECIMEN_ROLES, SPECIMEN_STATES } from '../../specimens/details.ts'
import {
  refusalOf,
  requirementFor,
  type SpecimenRequirement,
  typesFor,
} from '../../specimens/requirements.ts'
import { roleOf, rolesFor } from '../../specimens/roles.ts'
import { requirement } from '../../specimens/testing/requirement.ts'
import { PROBAND } from '../document.ts'
import type { OrderableTest, RuleContext } from '../rule-context.ts'
import { CATALOGUE, completeOrder, FATHER, MOTHER, sampleOf } from '../testing/complete-order.ts'
import { describeRows, type Row, wordsOf } from '../testing/rows.ts'

const [exome] = CATALOGUE
if (!exome) throw new Error('no test')

const withRows = (
  specimens: SpecimenType[],
  specimenRequirements: SpecimenRequirement[],
  more: Partial<OrderableTest> = {},
): Partial<RuleContext> => ({
  tests: [{ ...exome, consents: [], specimens, specimenRequirements, ...more }],
})

const DNA = ['Blood', 'Saliva', 'Buccal Swab'] as const
const prenatalTrio = withRows(
  ['CVS', 'Amniotic Fluid'],
  [
    ...DNA.map((type) => requirement({ role: 'Relative', type })),
    ...DNA.map((type) => requirement({ role: 'Contamination check', type })),
    requirement({ role: '', additive: 'HEPN', refused: 'Heparin inhibits PCR' }),
  ],
  { relatives: 2 },
)
const family = (mother: SpecimenType, more = {}) => ({
  '/patients/1': MOTHER,
  '/patients/2': FATHER,
  '/samples/0': sampleOf(PROBAND, 's1', { specimenType: 'CVS', approach: 'TA' }),
  '/samples/1': sampleOf('relative-1', 's2', { specimenType: mother, ...more }),
  '/samples/2': sampleOf('relative-2', 's3'),
  '/consents': [],
})

const tumor = withRows(
  ['FFPE Blocks'],
  [
    requirement({ role: 'Tumor', type: 'FFPE Blocks', state: 'Fixed' }),
    requirement({ role: 'Matched normal', type: 'Blood', isNeeded: true }),
    requirement({ role: 'Matched normal', type: 'Saliva', isNeeded: true }),
  ],
)
const block = sampleOf(PROBAND, 's1', { specimenType: 'FFPE Blocks' })
const ofTumor = (...others: ReturnType<typeof sampleOf>[]) => ({
  '/samples': [block, ...others],
  '/consents': [],
})
const of = (more: Parameters<typeof sampleOf>[2]) => ({
  '/samples/0': sampleOf(PROBAND, 's1', more),
  '/consents': [],
})

const karyotype = withRows(
  ['Blood'],
  [
    requirement({ additive: 'HEPN', state: 'Direct' }),
    requirement({ role: '', type: 'Blood', state: 'Frozen', refused: 'Frozen cells do not grow' }),
  ],
)

const TABLES: Record<string, Row[]> = {
  '[SPCM-01] specimens by role': [
    ['parents of a prenatal trio give blood', family('Blood'), [], prenatalTrio],
    ['or saliva', family('Saliva'), [], prenatalTrio],
    [
      'but no villi',
      family('CVS', { approach: 'TA' }),
      ['specimens /samples/1/specimenType conflicts'],
      prenatalTrio,
    ],
    [
      'without rows in the catalogue, parents are refused blood as before',
      family('Blood'),
      ['specimens /samples/1/specimenType conflicts', 'specimens /samples/2/specimenType conflicts'],
      withRows(['CVS'], [], { relatives: 2 }),
    ],
    [
      'a mother gives blood for the contamination check only',
      {
        ...family('Blood', { role: 'Contamination check' }),
        '/patients/2': undefined,
        '/patients': [...completeOrder().patients, MOTHER],
        '/samples': [
          sampleOf(PROBAND, 's1', { specimenType: 'CVS', approach: 'TA' }),
          sampleOf('relative-1', 's2', { role: 'Contamination check' }),
        ],
      },
      [],
      withRows(['CVS'], [requirement({ role: 'Contamination check' })]),
    ],
    ['a tumor with its normal', ofTumor(sampleOf(PROBAND, 's2')), [], tumor],
    ['a tumor without its normal', ofTumor(), ['specimens /samples role-missing?'], tumor],
    [
      'a tumor with a normal that is not listed',
      ofTumor(sampleOf(PROBAND, 's2', { specimenType: 'Urine', role: 'Matched normal' })),
      ['specimens /samples/1/specimenType conflicts'],
      tumor,
    ],
    [
      'blood that is said to be the tumor',
      ofTumor(sampleOf(PROBAND, 's2', { role: 'Tumor' })),
      ['specimens /samples role-missing?', 'specimens /samples/1/specimenType conflicts'],
      tumor,
    ],
  ],
  'additive and state': [
    [
      'one that is refused',
      of({ additive: 'HEPN' }),
      ['specimens /samples/0/specimenType conflicts'],
      prenatalTrioBlood(),
    ],
    ['another one', of({ additive: 'EDTK' }), [], prenatalTrioBlood()],
    ['one that is not known', of({}), [], prenatalTrioBlood()],
    ['the one that is listed', of({ additive: 'HEPN', state: 'Direct' }), [], karyotype],
    [
      'one that is not listed',
      of({ additive: 'EDTK' }),
      ['specimens /samples/0/specimenType conflicts'],
      karyotype,
    ],
    [
      'a state that is refused',
      of({ state: 'Frozen' }),
      ['specimens /samples/0/specimenType conflicts'],
      karyotype,
    ],
  ],
}

function prenatalTrioBlood() {
  return withRows(['Blood'], [requirement({ role: '', additive: 'HEPN', refused: 'Heparin inhibits PCR' })])
}

describeRows(TABLES)

describe('a refusal of a specimen', () => {
  it('gives the catalogue’s reason', () =>
    expect(wordsOf(of({ additive: 'HEPN' }), prenatalTrioBlood())).toEqual([
      'Exome cannot be done on this specimen: Heparin inhibits PCR',
    ]))
  it('names the additive that is needed', () =>
    expect(wordsOf(of({ additive: 'EDTK' }), karyotype)).toEqual([
      'Exome is done on Blood of another kind. Use sodium heparin, direct',
    ]))
  it('names the types for the role', () =>
    expect(
      wordsOf(ofTumor(sampleOf(PROBAND, 's2', { specimenType: 'Urine', role: 'Matched normal' })), tumor),
    ).toEqual(['Exome cannot be done on Urine as matched normal. Use Blood, Saliva']))
  it('names what is missing', () =>
    expect(wordsOf(ofTumor(), tumor)).toEqual([
      'Exome also needs a matched normal specimen: Blood, Saliva. Add it, or give a reason to go ahead without',
    ]))
})

describe('the role of a specimen', () => {
  const { tests = [] } = tumor
  const document = completeOrder()
  it('is the one for which its type is listed, until the clinic says otherwise', () => {
    expect(roleOf(document, block, tests)).toBe('Tumor')
    expect(roleOf(document, sampleOf(PROBAND, 's2'), tests)).toBe('Matched normal')
    expect(roleOf(document, sampleOf(PROBAND, 's2', { role: 'Proband' }), tests)).toBe('Proband')
    expect(roleOf(document, sampleOf('relative-1', 's3'), tests)).toBe('Relative')
  })
  it('is chosen among those that the tests have', () => {
    expect(rolesFor(document, PROBAND, tests)).toEqual(['Proband', 'Tumor', 'Matched normal'])
    expect(rolesFor(document, PROBAND, CATALOGUE)).toEqual(['Proband'])
    const parents = { ...document, patients: [...document.patients, MOTHER, FATHER] }
    expect(rolesFor(parents, MOTHER.key, prenatalTrio.tests ?? [])).toEqual([
      'Relative',
      'Contamination check',
    ])
    expect(rolesFor(parents, FATHER.key, prenatalTrio.tests ?? [])).toEqual(['Relative'])
  })
})

test('without rows, a test is done on its listed types in every role, whatever additive and state', () => {
  const sample = fc.record({
    specimenType: fc.constantFrom<SpecimenType>('Blood', 'Saliva', 'CVS', 'Urine'),
    additive: fc.constantFrom(...ADDITIVES, '' as const),
    state: fc.constantFrom(...SPECIMEN_STATES, '' as const),
  })
  fc.assert(
    fc.property(sample, fc.constantFrom(...SPECIMEN_ROLES), (one, role) => {
      const listed = exome.specimens.includes(one.specimenType)
      expect(refusalOf(exome, one, role)).toBe(listed ? null : '')
      expect(typesFor(exome, role)).toEqual(exome.specimens)
      expect(requirementFor(exome, one, role)).toBeNull()
    }),
  )
})
