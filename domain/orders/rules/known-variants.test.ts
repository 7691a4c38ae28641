import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  type CarrierRelation,
  type KnownVariant,
  knownVariantsOf,
  type VariantPurpose,
  variantInWords,
} from '../known-variants.ts'
import { blankPregnancy, type Pregnancy } from '../pregnancy.ts'
import { openPoints } from '../readiness.ts'
import { anyVariants } from '../testing/any-variants.ts'
import { CONTEXT, completeOrder, stateRuleOf, withChanges } from '../testing/complete-order.ts'
import { knownVariant, VARIANT_GENES, VARIANT_TESTS } from '../testing/known-variant.ts'
import { twins } from '../testing/prenatal-order.ts'

const CONTEXT_OF_VARIANTS = { ...CONTEXT, tests: VARIANT_TESTS, genes: VARIANT_GENES }

function orderOf(variants: readonly KnownVariant[], testCode = '1200') {
  const order = completeOrder()
  return {
    ...order,
    tests: order.tests.map((one) => ({ ...one, testCode })),
    consents: [],
    knownVariants: [...variants],
  }
}

/** `error /knownVariants/0/cdna hgvs-cdna`, without the points of other parts. */
const pointsOf = (
  order: ReturnType<typeof orderOf>,
  context: Parameters<typeof openPoints>[1] = CONTEXT_OF_VARIANTS,
) =>
  openPoints(order, context)
    .filter(({ path }) => /knownVariants|familyTesting|affected/.test(path))
    .map(({ severity, path, rule }) => `${severity} ${path.replace('/knownVariants/0', '')} ${rule}`)
const pointsWith = (more: Partial<KnownVariant>, testCode?: string) =>
  pointsOf(orderOf([knownVariant(more)], testCode))

const NO_REPORT = { report: 'unavailable', reportReason: 'Invented Genetics closed' } as const

it('a complete variant with its report has no open points', () => {
  expect(openPoints(orderOf([knownVariant()]), CONTEXT_OF_VARIANTS)).toEqual([])
})

describe('[KFV-02] a known-variant test', () => {
  test.each<[string, Partial<KnownVariant>, string[]]>([
    ['needs a gene', { gene: '', hgncId: '' }, ['error /gene required']],
    ['needs the kind', { kind: '' }, ['error /kind required']],
    ['needs the purpose', { purpose: '' }, ['error /purpose required']],
    ['needs a description', { transcript: '', cdna: '', protein: '' }, ['error /cdna required']],
    ['takes g. with its build', { transcript: '', cdna: '', genomic: 'g.32340301del', build: 'GRCh38' }, []],
    [
      'takes g. on an accession of a chromosome',
      { transcript: '', cdna: '', genomic: 'NC_000013.11:g.32340301del' },
      [],
    ],
    [
      'refuses g. without build',
      { transcript: '', cdna: '', genomic: 'g.32340301del' },
      ['error /build required'],
    ],
    ['takes the transcript before c.', { transcript: '', cdna: 'NM_000059.4:c.5946del' }, []],
    ['warns of c. without transcript, with the report', { transcript: '' }, ['warning /cdna variant-place']],
    [
      'refuses c. without transcript and report',
      { transcript: '', ...NO_REPORT },
      ['error /cdna variant-place'],
    ],
    [
      'refuses p. alone without report',
      { transcript: '', cdna: '', ...NO_REPORT },
      ['error /cdna variant-place'],
    ],
    [
      'refuses what is no HGVS without report',
      { cdna: 'c.IVS2+2T>G', ...NO_REPORT },
      ['error /cdna hgvs-cdna'],
    ],
    ['warns of what is no HGVS with the report', { cdna: 'c.IVS2+2T>G' }, ['warning /cdna hgvs-cdna']],
    ['takes forms that are no longer recommended', { cdna: 'c.5946delT' }, []],
    ['refuses p. in the field of c.', { cdna: 'p.(Ser1982Argfs*22)' }, ['error /cdna conflicts']],
    ['refuses another gene’s transcript', { transcript: 'NM_000257.4' }, ['error /transcript conflicts']],
    ['refuses it under another version', { transcript: 'NM_000257.3' }, ['error /transcript conflicts']],
    [
      'warns of a transcript that MANE does not have',
      { transcript: 'NM_999999.1' },
      ['warning /transcript transcript-unknown'],
    ],
    ['takes an older version of the transcript', { transcript: 'NM_000059.3' }, []],
    [
      'warns of a transcript without version, with the report',
      { transcript: 'NM_000059' },
      ['warning /transcript variant-transcript'],
    ],
    [
      'refuses it without',
      { transcript: 'NM_000059', ...NO_REPORT },
      ['error /transcript variant-transcript'],
    ],
    ['needs the HGNC id', { hgncId: '' }, ['error /gene required']],
    [
      'refuses another gene’s id',
      { hgncId: 'HGNC:7577', transcript: '' },
      ['error /gene conflicts', 'warning /cdna variant-place'],
    ],
    ['warns of a former symbol', { gene: 'FANCD1', hgncId: '' }, ['warning /gene gene-renamed']],
    ['warns of a symbol that nobody knows', { gene: 'NOPE1', hgncId: '' }, ['warning /gene gene-unknown']],
    ['warns without the report', { report: '' }, ['warning /report variant-report']],
    [
      'needs the number of its own report',
      { report: 'same-laboratory', laboratoryNumber: '' },
      ['error /laboratoryNumber required'],
    ],
    ['needs the reason why there is none', { report: 'unavailable' }, ['error /reportReason required']],
    [
      'needs the name of the person',
      { carrier: { ...knownVariant().carrier, lastName: '' } },
      ['error /carrier/lastName required'],
    ],
    [
      'needs no name of the patient',
      { carrier: { ...knownVariant().carrier, firstName: '', lastName: '', relation: 'Self' } },
      [],
    ],
    [
      'needs no name of a person of the order',
      { carrier: { ...knownVariant().carrier, patient: 'proband', firstName: '', lastName: '' } },
      [],
    ],
    [
      'warns if the person is no blood relative',
      { carrier: { ...knownVariant().carrier, relation: 'Adoptive relative' } },
      ['warning /carrier/relation variant-relation'],
    ],
    [
      'warns of a benign variant',
      { variantClass: 'Likely benign' },
      ['warning /variantClass variant-benign'],
    ],
    ['refuses a day of the report to come', { reportDate: '2027-01-01' }, ['error /reportDate date']],
    ['refuses a kind that its method does not find', { kind: 'exon', exons: '5' }, ['error /kind conflicts']],
    [
      'refuses a gene with look-alike copies',
      { gene: 'CYP21A2', hgncId: 'HGNC:2600', transcript: 'NM_000500.9' },
      ['error /gene conflicts'],
    ],
  ])('%s', (_title, more, points) => {
    expect(pointsWith(more)).toEqual(points)
  })

  it('needs the file that is said to be attached, among the order’s documents', () => {
    const { file: _, ...without } = knownVariant()
    expect(pointsOf(orderOf([without]))).toEqual(['error /report required'])
    const documents = (ids: number[]) => ({
      ...CONTEXT_OF_VARIANTS,
      documents: ids.map((id) => ({ id, bytes: 9 })),
    })
    expect(pointsOf(orderOf([knownVariant()]), documents([7]))).toEqual([])
    expect(pointsOf(orderOf([knownVariant()]), documents([8]))).toEqual(['error /file unknown'])
  })

  it('does not go without any variant, and takes no more than it looks at', () => {
    expect(pointsOf(orderOf([]))).toEqual(['error /knownVariants required'])
    const two = [knownVariant(), knownVariant({ key: 'v2' })]
    expect(pointsOf(orderOf(two))).toEqual(['error /knownVariants conflicts'])
    expect(pointsOf(orderOf(two, '1203'))).toEqual([])
  })

  it('needs mtDNA’s m., the tissue of a heteroplasmy, and a percentage', () => {
    const mtdna = { kind: 'mtdna', gene: '', hgncId: '', transcript: '', cdna: '', protein: '' } as const
    const of = (more: Partial<KnownVariant>) =>
      pointsWith({ ...mtdna, gene: 'MT-TL1', ...more }).filter((one) => !/kind|gene/.test(one))
    expect(of({ genomic: 'm.3243A>G', heteroplasmy: '35', tissue: 'blood' })).toEqual([])
    expect(of({})).toEqual(['error /genomic required'])
    expect(of({ genomic: 'm.3243A>G', heteroplasmy: '35' })).toEqual(['error /tissue required'])
    for (const heteroplasmy of ['half', '101', '-1', '0x10', '1e1'])
      expect(of({ genomic: 'm.3243A>G', heteroplasmy, tissue: 'blood' })).toEqual([
        'error /heteroplasmy format',
      ])
    for (const heteroplasmy of ['0', '12.5', '100'])
      expect(of({ genomic: 'm.3243A>G', heteroplasmy, tissue: 'blood' })).toEqual([])
  })

  it('takes coordinates or ISCN of a copy number variant, and needs the build', () => {
    const of = (more: Partial<KnownVariant>) =>
      pointsWith(
        { kind: 'cnv', gene: '', hgncId: '', transcript: '', cdna: '', protein: '', ...more },
        '1203',
      ).filter((one) => !/kind/.test(one))
    const place = { chromosome: '22', start: '18900000', end: '21500000' }
    expect(of({ ...place, build: 'GRCh38', copyNumber: '1' })).toEqual([])
    expect(of({ iscn: 'arr[GRCh38] 22q11.21(18900000_21500000)x1' })).toEqual([])
    expect(of(place)).toEqual(['error /build required'])
    expect(of({ ...place, build: 'GRCh38', end: '5' })).toEqual(['error /end conflicts'])
    expect(of({ ...place, build: 'GRCh38', start: 'p12' })).toEqual(['error /start format'])
    expect(of({})).toEqual(['error /chromosome required'])
  })

  test.each<[string, Partial<Pregnancy>, CarrierRelation, string[]]>([
    ['the partner’s variant', {}, 'Partner', []],
    ['the patient’s own', {}, 'Self', []],
    ['her own, and a donor’s egg', { eggProvider: 'Donor' }, 'Self', ['variant-relation']],
    ['her own, as gestational carrier', { carriedBy: 'Gestational carrier' }, 'Self', ['variant-relation']],
    ['the partner’s, and a donor’s sperm', { spermProvider: 'Donor' }, 'Partner', ['variant-relation']],
    [
      'the partner’s, whose egg it is, and a donor’s sperm',
      { spermProvider: 'Donor', eggProvider: 'Partner' },
      'Partner',
      [],
    ],
    ['the donor’s', { eggProvider: 'Donor' }, 'Egg or sperm donor', []],
    ['a step relative’s', {}, 'Step relative', ['variant-relation']],
  ])(
    '[KFV-04] asks before birth whether the fetus can have inherited %s',
    (_what, more, relation, expected) => {
      const { tests: _, knownVariants } = orderOf([
        knownVariant({ purpose: 'prenatal', carrier: { ...knownVariant().carrier, relation } }),
      ])
      const order = twins()
      const pregnant = {
        ...order,
        pregnancy: { ...blankPregnancy(), ...order.pregnancy, ...more },
        knownVariants,
      }
      const points = openPoints(pregnant, CONTEXT_OF_VARIANTS).filter(
        ({ rule }) => rule === 'variant-relation',
      )
      expect(points.map(({ rule }) => rule)).toEqual(expected)
      for (const { message } of points) expect(message).toContain('the fetus cannot have inherited')
    },
  )

  test.each(['predictive', 'prenatal'] as const)(
    '[KFV-04] warns of a variant of uncertain significance whose result would be acted upon: %s',
    (purpose) =>
      expect(pointsWith({ variantClass: 'Uncertain significance', purpose })).toEqual([
        'warning /purpose variant-uncertain',
      ]),
  )

  it('warns before birth if a recessive condition has one parent’s variant only', () => {
    const recessive = { purpose: 'prenatal', inheritance: 'Recessive' } as const
    expect(pointsWith(recessive, '1203')).toEqual(['warning /inheritance variant-other-parent'])
    const both = [knownVariant(recessive), knownVariant({ ...recessive, key: 'v2' })]
    expect(pointsOf(orderOf(both, '1203'))).toEqual([])
  })

  test.each([
    ['not ordered from one', false, ['error /report conflicts']],
    ['ordered from one whose report was withdrawn', 'withdrawn', ['error /report withdrawn']],
    ['ordered from one whose report is being checked', 'questioned', ['error /report questioned']],
    ['ordered from one', true, []],
    ['not known', undefined, []],
  ] as const)('with a relative’s code is %s', (_what, hasFamilyCode, expected) => {
    const order = orderOf([knownVariant({ report: 'family-code' })])
    expect(pointsOf(order, { ...CONTEXT_OF_VARIANTS, hasFamilyCode })).toEqual(expected)
  })

  it('is checked without genes, too', () => {
    const { genes: _none, ...context } = CONTEXT_OF_VARIANTS
    const points = openPoints(orderOf([knownVariant({ gene: 'NOPE1', hgncId: '' })]), context)
    expect(points).toEqual([])
  })
})

describe('[KFV-04] an uncertain variant', () => {
  const uncertain = { variantClass: 'Uncertain significance', gene: 'MYH7', hgncId: 'HGNC:7577' } as const
  const myh7 = { ...uncertain, transcript: 'NM_000257.4', cdna: 'c.1208G>A', protein: 'p.(Arg403Gln)' }

  it('predicts nothing: a family study is proposed', () => {
    const [point] = openPoints(
      orderOf([knownVariant({ ...myh7, purpose: 'predictive' })]),
      CONTEXT_OF_VARIANTS,
    )
    expect(point).toMatchObject({ severity: 'warning', path: '/knownVariants/0/purpose' })
    expect(point?.message).toContain('choose a family study')
  })

  it('is followed in a family study, which needs to know whether the patient is affected', () => {
    const study = orderOf([knownVariant({ ...myh7, purpose: 'segregation' })])
    expect(pointsOf(study)).toEqual(['error /patients/0/affected required'])
    const [patient] = study.patients
    if (patient) patient.affected = 'Unaffected'
    expect(pointsOf(study)).toEqual([])
  })

  it.each(['diagnostic', 'carrier', 'confirm-somatic'] as const)('is no warning for %s', (purpose) => {
    expect(pointsWith({ ...myh7, purpose })).toEqual([])
  })
})

describe('[KFV-04] a predictive test of a minor', () => {
  const consentLaw = { states: [stateRuleOf('*', 'majority-age', { value: '18' })], conflicts: [] }
  const rulesFor = (dateOfBirth: string, purpose: VariantPurpose) =>
    openPoints(
      withChanges(orderOf([knownVariant({ purpose })]), { '/patients/0/dateOfBirth': dateOfBirth }),
      {
        ...CONTEXT_OF_VARIANTS,
        consentLaw,
      },
    ).map(({ rule }) => rule)

  it('waits for the patient’s own decision, or has a reason', () => {
    expect(rulesFor('2008-11-21', 'predictive')).toEqual(['predictive-minor'])
    expect(rulesFor('2008-11-20', 'predictive')).toEqual([])
  })
  it.each(['diagnostic', 'carrier'] as const)('is none for %s', (purpose) =>
    expect(rulesFor('2015-01-01', purpose)).toEqual([]),
  )
})

describe('an order of before', () => {
  const old = (variant: string) => {
    const order = orderOf([])
    const { knownVariants: _none, ...rest } = order
    rest.familyTestingRequest.targetSequencing = true
    Object.assign(rest.familyTestingRequest.targetSequencingData, {
      ...{ gene: 'BRCA2', variant, probandFirstName: 'Mai', probandLastName: 'Nguyễn' },
      ...{ relationshipToProband: 'Daughter', labNumber: 'L-7' },
    })
    return rest
  }

  it('has its variant as typed, and nothing is concluded from it', () => {
    const [variant] = knownVariantsOf(old('6174delT'))
    expect(variant).toMatchObject({ key: 'old', kind: '', gene: 'BRCA2', asWritten: '6174delT', cdna: '' })
    expect(variant && variantInWords(variant)).toBe('BRCA2 6174delT')
  })

  it('[KFV-02] goes with a text that leads to one place, or with a reason and the relative’s number', () => {
    const at = '/familyTestingRequest/targetSequencingData/variant'
    const points = (variant: string, labNumber = 'L-7') => {
      const order = old(variant)
      order.familyTestingRequest.targetSequencingData.labNumber = labNumber
      return pointsOf({ ...order, knownVariants: [] })
    }
    expect(points('')).toEqual([`error ${at} required`])
    expect(points('6174delT')).toEqual([`warning ${at} variant-place`])
    expect(points('6174delT', '')).toEqual([`error ${at} variant-place`])
    expect(points('c.5946del', '')).toEqual([`error ${at} variant-place`])
    expect(points('NM_000059.4:c.5946del', '')).toEqual([])
  })

  it('is not read where the order has variants of its own', () => {
    expect(knownVariantsOf({ ...old('6174delT'), knownVariants: [knownVariant()] })).toEqual([knownVariant()])
  })
})

describe('the examples of a clinic', () => {
  it('BRCA2 6174delT is taken as written with the report, and refused without', () => {
    const legacy = { transcript: '', cdna: '', protein: '', asWritten: '6174delT' }
    expect(pointsWith(legacy)).toEqual(['warning /cdna variant-place'])
    expect(pointsWith({ ...legacy, report: 'to-follow' })).toEqual(['warning /cdna variant-place'])
    expect(pointsWith({ ...legacy, ...NO_REPORT })).toEqual(['error /cdna variant-place'])
  })

  it('exon 5 of DMD is refused by a test that sequences, and taken by one that counts copies', () => {
    const deletion = knownVariant({
      ...{ kind: 'exon', gene: 'DMD', hgncId: 'HGNC:2928', exons: '5', build: 'GRCh37' },
      ...{ transcript: 'NM_004006.3', cdna: '', protein: '', purpose: 'carrier' },
    })
    expect(pointsOf(orderOf([deletion]))).toEqual(['error /kind conflicts'])
    expect(pointsOf(orderOf([deletion], '1203'))).toEqual([])
    expect(variantInWords(deletion)).toBe('DMD exon 5')
  })
})

it('any variants are put into words without an error', () => {
  fc.assert(
    fc.property(anyVariants, (variants) => variants.every((one) => !/undefined/.test(variantInWords(one)))),
  )
})
