import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addRelative } from '../../orders/family.ts'
import { type Feature, withFeatures } from '../../orders/phenotype.ts'
import { anyPhenotype } from '../../orders/testing/any-phenotype.ts'
import { completeOrder } from '../../orders/testing/complete-order.ts'
import { twins } from '../../orders/testing/prenatal-order.ts'
import { HPO_ID } from '../term.ts'
import { type ReadPacket, readPhenopacket } from './read.ts'
import { phenopacketOf } from './write.ts'

const WRITTEN = {
  ...{ id: '4711', created: '2026-11-20T10:00:00.000Z', day: '2026-11-20', createdBy: 'Karyo' },
  numberOf: (key: string) => `4711-${key}`,
} as const
const feature = (termId: string, label: string, more: Partial<Feature> = {}): Feature => ({
  ...{ patient: 'proband', termId, label, release: '2026-01-08', status: 'present' },
  ...more,
})
const FEATURES = [
  feature('HP:0001250', 'Seizure', {
    onset: { kind: 'age', value: 'P2D' },
    severity: 'HP:0012828',
    note: 'febrile',
  }),
  feature('HP:0000175', 'Cleft palate', { status: 'absent' }),
  feature('HP:0001252', 'Hypotonia', { onset: { kind: 'class', value: 'HP:0003577' } }),
  feature('HP:0002119', 'Ventriculomegaly', { onset: { kind: 'gestation', value: '21+4' } }),
  feature('HP:0001251', 'Ataxia', { status: 'uncertain' }),
]
const reread = (content: unknown) => readPhenopacket(JSON.stringify(content))
const people = (read: ReadPacket) => ('people' in read ? read.people : [])

describe('[HPO-01] an order as a phenopacket', () => {
  it('has present and excluded features with onset and severity, ages, and no name or date of birth', () => {
    const order = completeOrder()
    const [patient] = order.patients
    if (!patient) throw new Error('no patient')
    const known = { ...order, patients: [{ ...patient, sexAndGender: { karyotype: '46,XX' } }] }
    const packet = phenopacketOf(withFeatures(known, FEATURES), WRITTEN)
    expect(packet).toMatchObject({
      id: '4711-proband',
      subject: {
        ...{ id: '4711-proband', sex: 'FEMALE', karyotypicSex: 'XX' },
        timeAtLastEncounter: { age: { iso8601duration: 'P7Y8M' } },
      },
      phenotypicFeatures: [
        {
          ...{ type: { id: 'HP:0001250', label: 'Seizure' }, description: 'febrile' },
          ...{ severity: { id: 'HP:0012828', label: 'Severe' }, onset: { age: { iso8601duration: 'P2D' } } },
        },
        { type: { id: 'HP:0000175', label: 'Cleft palate' }, excluded: true },
        { onset: { ontologyClass: { id: 'HP:0003577', label: 'Congenital onset' } } },
        { onset: { gestationalAge: { weeks: 21, days: 4 } } },
      ],
      metaData: {
        resources: [{ namespacePrefix: 'HP', version: '2026-01-08' }],
        phenopacketSchemaVersion: '2.0',
      },
    })
    const text = JSON.stringify(packet)
    for (const secret of [patient.firstName, patient.lastName, patient.dateOfBirth])
      expect(text).not.toContain(secret)
    const plain = phenopacketOf(withFeatures(order, FEATURES), WRITTEN)
    expect(plain.subject).not.toHaveProperty('karyotypicSex')
  })

  it('of a family has a pedigree with the genetic parents, without adoptive parents and partners', () => {
    let order = addRelative(completeOrder(), 'Mother', 'relative-1')
    order = addRelative(addRelative(order, 'Father', 'relative-2'), 'Partner', 'relative-3')
    order.patients = order.patients.map((one) =>
      one.key === 'relative-2'
        ? { ...one, kinship: { kinshipKind: 'Adoptive', familySide: '', twin: '' } }
        : { ...one, affected: one.key === 'relative-1' ? 'Unaffected' : one.affected },
    )
    const family = phenopacketOf(
      withFeatures(order, [...FEATURES, feature('HP:0001250', 'Seizure', { patient: 'relative-1' })]),
      WRITTEN,
    )
    expect(family).toMatchObject({
      proband: { id: '4711-proband' },
      relatives: [{ id: '4711-relative-1', phenotypicFeatures: [{ type: { id: 'HP:0001250' } }] }],
      pedigree: {
        persons: [
          { individualId: '4711-proband', maternalId: '4711-relative-1', affectedStatus: 'AFFECTED' },
          { individualId: '4711-relative-1', affectedStatus: 'UNAFFECTED' },
        ],
      },
    })
    expect(JSON.stringify(family)).not.toContain('paternalId')
    expect(people(reread(family)).map(({ role, features }) => [role, features.length])).toEqual([
      ['proband', 4],
      ['mother', 1],
    ])
  })

  it('of twins has each fetus with its gestational age, and the mother', () => {
    const order = twins()
    const fetal = feature('HP:0002119', 'Ventriculomegaly', { patient: 'fetus-2' })
    expect(phenopacketOf(withFeatures(order, [fetal]), WRITTEN)).toMatchObject({
      proband: {
        subject: { id: '4711-fetus-1', timeAtLastEncounter: { gestationalAge: { weeks: 12, days: 5 } } },
      },
      relatives: [{ id: '4711-fetus-2' }, { id: '4711-proband' }],
      pedigree: { persons: [{ maternalId: '4711-proband' }, { maternalId: '4711-proband' }, {}] },
    })
  })

  test('is read back as it was, without what is uncertain', () => {
    const read = reread(phenopacketOf(withFeatures(completeOrder(), FEATURES), WRITTEN))
    expect(read).toEqual({
      leftOut: [],
      people: [
        {
          ...{ role: 'proband', id: '4711-proband' },
          features: FEATURES.slice(0, 4).map(({ patient: _, release: __, ...rest }) => rest),
        },
      ],
    })
    fc.assert(
      fc.property(anyPhenotype, (features) => {
        const all = features.map((one) => ({ ...one, patient: 'proband' }))
        const read = reread(phenopacketOf(withFeatures(completeOrder(), all), WRITTEN))
        const taken = all.filter(({ termId, status }) => HPO_ID.test(termId) && status !== 'uncertain')
        expect(
          people(read).flatMap((one) => one.features.map(({ termId, status }) => [termId, status])),
        ).toEqual(taken.map(({ termId, status }) => [termId, status]))
      }),
    )
  })
})

const meta = { metaData: { phenopacketSchemaVersion: '2.0.2' } }
const SEIZURE = { type: { id: 'HP:0001250', label: 'Seizure' } }

describe('[HPO-01] a phenopacket file', () => {
  test.each<[string, string, string[]]>([
    ['text that is not JSON', 'seizure', ['json ']],
    ['a list', '[]', ['phenopacket ']],
    ['a file that is too large', `"${'a'.repeat(300_001)}"`, ['size ']],
    ['a cohort', JSON.stringify({ members: [], ...meta }), ['cohort /members']],
    [
      'no version',
      JSON.stringify({ phenotypicFeatures: [SEIZURE] }),
      ['version /metaData/phenopacketSchemaVersion'],
    ],
    [
      'version 1',
      JSON.stringify({ phenotypicFeatures: [SEIZURE], metaData: { phenopacketSchemaVersion: '1.0.0' } }),
      ['version /metaData/phenopacketSchemaVersion'],
    ],
    [
      'features that are no list',
      JSON.stringify({ phenotypicFeatures: {}, ...meta }),
      ['list /phenotypicFeatures'],
    ],
    [
      'several problems at once',
      JSON.stringify({ phenotypicFeatures: [{}, { ...SEIZURE, excluded: 'yes' }], ...meta }),
      ['required /phenotypicFeatures/0/type', 'boolean /phenotypicFeatures/1/excluded'],
    ],
    ['no findings', JSON.stringify({ phenotypicFeatures: [], ...meta }), ['none /phenotypicFeatures']],
    [
      'more findings than an order has',
      JSON.stringify({ phenotypicFeatures: Array(301).fill(SEIZURE), ...meta }),
      ['most /phenotypicFeatures'],
    ],
    [
      'so many wrong findings that naming each would be a reply of megabytes',
      JSON.stringify({ phenotypicFeatures: Array(100_000).fill(1), ...meta }),
      ['most /phenotypicFeatures'],
    ],
  ])('is refused with %s', (_, content, expected) => {
    const read = readPhenopacket(content)
    expect('problems' in read && read.problems.map(({ rule, path: at }) => `${rule} ${at}`)).toEqual(expected)
  })

  it('is taken without what an order has no place for, each with its reason', () => {
    const read = reread({
      phenotypic_features: [
        {
          ...SEIZURE,
          onset: { ageRange: {} },
          severity: { id: 'HP:0000001' },
          modifiers: [{}],
          resolution: {},
        },
        { type: { id: 'MP:0000001', label: 'Mouse' } },
        { type: { id: 'HP:0001252', label: 'Hypotonia' }, onset: { age: { iso8601duration: 'young' } } },
      ],
      diseases: [{}],
      interpretations: [{}, {}],
      ...meta,
    })
    expect(people(read)[0]?.features.map(({ termId }) => termId)).toEqual(['HP:0001250', 'HP:0001252'])
    expect('leftOut' in read && read.leftOut.map(({ path: at }) => at)).toEqual([
      ...['/diseases', '/interpretations', '/phenotypicFeatures/0/onset', '/phenotypicFeatures/0/severity'],
      ...[
        '/phenotypicFeatures/0/modifiers',
        '/phenotypicFeatures/0/resolution',
        '/phenotypicFeatures/1/type/id',
      ],
      '/phenotypicFeatures/2/onset',
    ])
  })

  it('of any content is read or refused', () => {
    fc.assert(
      fc.property(fc.json(), (content) => {
        const read = readPhenopacket(content)
        expect('people' in read || read.problems.length > 0).toBe(true)
      }),
    )
  })
})

const SAMPLES = path.resolve('../shared/samples/phenopackets/store')
test.skipIf(!existsSync(SAMPLES))('[HPO-01] every published phenopacket of the samples is read whole', () => {
  for (const name of readdirSync(SAMPLES)) {
    const content = readFileSync(path.join(SAMPLES, name), 'utf8')
    const listed = (JSON.parse(content) as { phenotypicFeatures: unknown[] }).phenotypicFeatures.length
    const read = readPhenopacket(content)
    expect([name, people(read)[0]?.features.length]).toEqual([name, listed])
    expect(
      'leftOut' in read && read.leftOut.filter(({ path: at }) => at.includes('phenotypicFeatures')),
    ).toEqual([])
  }
})
