import { describe, expect, it, test } from 'vitest'
import type { Deceased } from '../deceased.ts'
import { blankPatient, type OrderDocument, PROBAND } from '../document.ts'
import { addRelative, removePerson } from '../family.ts'
import { type Feature, type KnownTerm, withFeatures, withReleaseLabels } from '../phenotype.ts'
import { featureLines, releasesInWords } from '../phenotype-in-words.ts'
import { openPoints } from '../readiness.ts'
import type { RuleContext } from '../rule-context.ts'
import { chooseSubject } from '../subject.ts'
import { CONTEXT, completeOrder } from '../testing/complete-order.ts'
import { PRENATAL_CONTEXT, twins } from '../testing/prenatal-order.ts'

const known = (id: string, label: string, more: Partial<KnownTerm> = {}): KnownTerm => ({
  ...{ id, label, state: 'current', replacement: null, above: [] },
  ...more,
})
const TERMS: KnownTerm[] = [
  known('HP:0001250', 'Seizure'),
  known('HP:0020219', 'Motor seizure', { above: ['HP:0001250'] }),
  known('HP:0001252', 'Hypotonia'),
  known('HP:0000175', 'Cleft palate'),
  known('HP:0002119', 'Ventriculomegaly'),
  known('HP:0001627', 'Abnormal heart morphology'),
  known('HP:0000057', 'obsolete Clitoromegaly', {
    state: 'retired',
    replacement: { id: 'HP:0008665', label: 'Clitoral hypertrophy' },
  }),
  known('HP:0000284', 'obsolete Something', { state: 'retired' }),
  known('HP:9999999', '', { state: 'unknown' }),
  known('HP:0000006', 'Autosomal dominant inheritance', { state: 'no-finding' }),
]
const withTerms = (context: RuleContext): RuleContext => ({
  ...context,
  tests: context.tests.map((one) => (one.code === '1600' ? { ...one, phenotype: { few: 3 } } : one)),
  phenotype: { release: '2026-01-08', terms: TERMS },
})

const feature = (termId: string, more: Partial<Feature> = {}): Feature => ({
  ...{ patient: PROBAND, termId, label: TERMS.find(({ id }) => id === termId)?.label ?? '' },
  ...{ release: '2026-01-08', status: 'present' },
  ...more,
})
const SEIZURE = feature('HP:0001250')

function points(features: Feature[], order: OrderDocument = completeOrder(), context = CONTEXT) {
  return openPoints(withFeatures(order, features), withTerms(context)).map(
    ({ severity, path, rule, key }) => `${severity} ${path} ${rule}${key === '' ? '' : ` (${key})`}`,
  )
}
const message = (...args: Parameters<typeof points>) =>
  openPoints(withFeatures(args[1] ?? completeOrder(), args[0]), withTerms(args[2] ?? CONTEXT))[0]?.message

/** Six days old, born on 14 November. */
const baby = (): OrderDocument => ({
  ...completeOrder(),
  patients: completeOrder().patients.map((one) => ({ ...one, dateOfBirth: '2026-11-14' })),
})

describe('the findings of an order', () => {
  test('of a baby: seizures from day 2 and hypotonia present, cleft palate absent', () => {
    const features = [
      feature('HP:0001250', { onset: { kind: 'age', value: 'P2D' } }),
      feature('HP:0001252'),
      feature('HP:0000175', { status: 'absent' }),
    ]
    expect(points(features, baby())).toEqual([])
    expect(featureLines(features, PROBAND)).toEqual([
      'Present: Seizure HP:0001250 (at 2 days); Hypotonia HP:0001252',
      'Absent: Cleft palate HP:0000175',
    ])
    expect(releasesInWords(features)).toBe(
      'Human Phenotype Ontology, release 2026-01-08, human-phenotype-ontology.org',
    )
  })

  test('of a fetus: ventriculomegaly present at 9+6, heart normal', () => {
    const order = twins()
    const features = [
      feature('HP:0002119', { patient: 'fetus-1', onset: { kind: 'gestation', value: '9+6' } }),
      feature('HP:0001627', { patient: 'fetus-1', status: 'absent' }),
    ]
    expect(points(features, order, PRENATAL_CONTEXT)).toEqual([])
    expect(featureLines(features, 'fetus-1')).toEqual([
      'Present: Ventriculomegaly HP:0002119 (at 9+6 weeks)',
      'Absent: Abnormal heart morphology HP:0001627',
    ])
  })

  it('are asked for by a test that is read by them: without a present one, a reason is needed', () => {
    const warning = ['warning /phenotype phenotype-missing (phenotype-missing:1600)']
    expect(points([])).toEqual(warning)
    expect(points([{ ...SEIZURE, status: 'absent' }])).toEqual(warning)
    expect(points([SEIZURE])).toEqual([])
    const panel = completeOrder()
    panel.tests = panel.tests.map((one) => ({ ...one, testCode: '1700', testName: 'Microarray' }))
    panel.consents = []
    expect(points([], panel)).toEqual([])
    const overridden = {
      ...completeOrder(),
      overrides: [{ key: 'phenotype-missing:1600', reason: 'Healthy' }],
    }
    expect(openPoints(overridden, withTerms(CONTEXT))).toMatchObject([
      { severity: 'warning', reason: 'Healthy' },
    ])
  })

  it('are not asked for by a benefits verification', () => {
    const vob = { ...completeOrder(), isVOB: true }
    const of = (features: Feature[]) => points(features, vob).filter((one) => one.includes('phenotype'))
    expect([...of([]), ...of([feature('HP:9999999')])]).toEqual([])
  })

  test.each<[string, Feature, string, string]>([
    [
      'an unknown identifier',
      feature('HP:9999999'),
      '/phenotype/1/termId hpo-term',
      'HP:9999999 is not a term of the Human Phenotype Ontology, release 2026-01-08',
    ],
    [
      'an obsolete one, with its replacement',
      feature('HP:0000057'),
      '/phenotype/1/termId hpo-term',
      'HP:0000057 is no longer used. Use HP:0008665 Clitoral hypertrophy instead',
    ],
    [
      'an obsolete one without a replacement',
      feature('HP:0000284'),
      '/phenotype/1/termId hpo-term',
      'HP:0000284 is no longer used, and the Human Phenotype Ontology names no replacement. Choose another term',
    ],
    [
      'a mode of inheritance',
      feature('HP:0000006'),
      '/phenotype/1/termId hpo-term',
      'HP:0000006 Autosomal dominant inheritance is not a finding. Choose what was found',
    ],
    [
      'an identifier of another form',
      feature('HP:12'),
      '/phenotype/1/termId hpo-id',
      'HP:12 is not an HPO term. Enter one such as HP:0001250',
    ],
    [
      'a finding of nobody on the order',
      feature('HP:0001252', { patient: 'relative-9' }),
      '/phenotype/1/patient person',
      'HP:0001252: choose whose finding it is',
    ],
    ['a repetition', SEIZURE, '/phenotype/1/termId repeated', 'Seizure is listed twice as present'],
    [
      'an onset that is no age',
      feature('HP:0001252', { onset: { kind: 'age', value: 'as a child' } }),
      '/phenotype/1/onset/value onset',
      'Hypotonia: enter the age of onset, such as 3 months or P3M',
    ],
    [
      'an onset later than the patient’s age',
      feature('HP:0001252', { onset: { kind: 'age', value: 'P8Y' } }),
      '/phenotype/1/onset/value onset-later',
      'Hypotonia: the onset at 8 years is later than the age of Linh Nguyễn',
    ],
    [
      'an unknown age class',
      feature('HP:0001252', { onset: { kind: 'class', value: 'HP:0000006' } }),
      '/phenotype/1/onset/value onset',
      'Hypotonia: choose the age of onset',
    ],
    [
      'a gestational age that is none',
      feature('HP:0001252', { onset: { kind: 'gestation', value: '21+9' } }),
      '/phenotype/1/onset/value onset',
      'Hypotonia: enter the gestational age as weeks and days, such as 21+4',
    ],
  ])('are refused with %s', (_, wrong, expected, words) => {
    expect(points([SEIZURE, wrong])).toEqual([`error ${expected}`])
    expect(message([SEIZURE, wrong])).toBe(words)
  })

  test.each<[string, Feature['onset']]>([
    ['on the first birthday of an onset', { kind: 'age', value: 'P7Y8M6D' }],
    ['at birth', { kind: 'age', value: 'P0D' }],
    ['of an age class', { kind: 'class', value: 'HP:0003623' }],
    ['before birth', { kind: 'gestation', value: '21+4' }],
  ])('may begin %s', (_, onset) => {
    expect(points([{ ...SEIZURE, ...(onset ? { onset } : {}) }])).toEqual([])
  })

  it('of a fetus have no age, and none later than the pregnancy’s', () => {
    const of = (kind: 'age' | 'gestation', value: string) =>
      points(
        [feature('HP:0002119', { patient: 'fetus-1', onset: { kind, value } })],
        twins(),
        PRENATAL_CONTEXT,
      )
    expect(of('age', 'P2D')).toEqual(['error /phenotype/0/onset/value onset'])
    // The twins are 12+5 on the day of the order.
    expect(of('gestation', '12+5')).toEqual([])
    expect(of('gestation', '12+6')).toEqual(['error /phenotype/0/onset/value onset-later'])
  })

  it('of a deceased person begin before the death', () => {
    const order = completeOrder()
    const [patient] = order.patients
    const deceased: Deceased = {
      ...{ deathPrecision: 'Exact', dateOfDeath: '2020-03-14', causeOfDeath: '' },
      ...{ authorizedBy: 'Ana', authorizedAs: 'Next of kin', authorityDocument: '' },
    }
    const dead = { ...order, patients: patient ? [{ ...patient, deceased }] : [] }
    const of = (value: string) =>
      points([{ ...SEIZURE, onset: { kind: 'age', value } }], dead).filter((one) => one.includes('phenotype'))
    expect(of('P1Y')).toEqual([])
    expect(of('P1Y1D')).toEqual(['error /phenotype/0/onset/value onset-later'])
  })

  it('that contradict one another need a reason', () => {
    expect(points([SEIZURE, { ...SEIZURE, status: 'absent' }])).toEqual([
      'warning /phenotype/0/status phenotype-both (phenotype-both:proband HP:0001250)',
    ])
    expect(points([feature('HP:0020219'), { ...SEIZURE, status: 'absent' }])).toEqual([
      'warning /phenotype/0/status phenotype-contradiction (phenotype-contradiction:proband HP:0020219 HP:0001250)',
    ])
    expect(message([feature('HP:0020219'), { ...SEIZURE, status: 'absent' }])).toBe(
      'Motor seizure is present in the patient although Seizure, which includes it, is absent',
    )
    // A wider term present and a narrower one absent agree.
    expect(points([SEIZURE, feature('HP:0020219', { status: 'absent' })])).toEqual([])
    expect(points([SEIZURE, feature('HP:0001252', { status: 'uncertain' })])).toEqual([])
  })

  it('of two people do not contradict one another', () => {
    const order = addRelative(completeOrder(), 'Mother', 'relative-1')
    const features = [SEIZURE, { ...SEIZURE, patient: 'relative-1', status: 'absent' as const }]
    expect(points(features, order).filter((one) => one.includes('phenotype'))).toEqual([])
  })

  it('are not judged before the terms are known', () => {
    const context = { ...withTerms(CONTEXT), phenotype: undefined }
    expect(openPoints(withFeatures(completeOrder(), [feature('HP:9999999')]), context)).toEqual([])
  })
})

describe('the people of an order', () => {
  const order = () =>
    withFeatures(addRelative(completeOrder(), 'Mother', 'relative-1'), [
      SEIZURE,
      { ...SEIZURE, patient: 'relative-1' },
    ])

  it('take their findings with them when they are removed; the part goes with the last', () => {
    expect(removePerson(order(), 'relative-1').phenotype).toEqual([SEIZURE])
    const hers = withFeatures(order(), [{ ...SEIZURE, patient: 'relative-1' }])
    expect(removePerson(hers, 'relative-1')).not.toHaveProperty('phenotype')
  })

  it('keep their findings when another kind of subject is chosen: the patient’s become the fetus’s', () => {
    expect(chooseSubject(order(), 'fetus').phenotype?.map(({ patient }) => patient)).toEqual([
      'fetus-1',
      'relative-1',
    ])
    expect(blankPatient('Proband', PROBAND)).not.toHaveProperty('phenotype')
  })
})

test('names of terms are those of the release; a name that is right keeps the release it was chosen from', () => {
  const typed = withFeatures(completeOrder(), [
    feature('HP:0001250', { label: '', release: '' }),
    feature('HP:0001252', { label: 'As a client wrote it', release: '2020-01-01' }),
    feature('HP:0001250', { label: 'Seizure', release: '2020-01-01' }),
  ])
  expect(withReleaseLabels(typed, { release: '2026-01-08', terms: TERMS }).phenotype).toMatchObject([
    { label: 'Seizure', release: '2026-01-08' },
    { label: 'Hypotonia', release: '2026-01-08' },
    { label: 'Seizure', release: '2020-01-01' },
  ])
  expect(withReleaseLabels(typed, undefined)).toBe(typed)
})
