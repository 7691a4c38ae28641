import { describe, expect, test } from 'vitest'
import { checkFamily } from '../checks.ts'
import { familyGraph } from '../graph.ts'
import type { ReadFamily } from './format.ts'
import { readFamilies } from './formats.ts'

/** `child: father mother` and the remarks, by place, rule and value. */
function read(file: unknown) {
  const found = readFamilies(typeof file === 'string' ? file : JSON.stringify(file))
  if ('problem' in found) return found.problem
  return found.families.map(({ document, remarks }) => {
    const graph = familyGraph(document)
    return {
      people: document.people.map(({ key, isProband }) => {
        const { egg, sperm } = graph.geneticParents(key)
        return `${key}${isProband ? '*' : ''}: ${sperm ?? '-'} ${egg ?? '-'}`
      }),
      remarks: remarks.map(({ place, rule, value }) => `${place} ${rule} ${value}`),
    }
  })
}

const HEAD =
  '##CanRisk 2.0\n##Menarche=12\n##FamID\tName\tTarget\tIndivID\tFathID\tMothID\tSex\tMZtwin\tDead\tAge\tYob\tBC1\tBC2\tOC\tPRO\tPAN\tAshkn\tBRCA1\tBRCA2'
const line = (...cells: string[]) => ['F', 'NA', ...cells].join('\t')

describe('names place and rule of what is wrong in', () => {
  test('CanRisk', () => {
    const text = [
      HEAD,
      line(
        '1',
        'pb',
        'dad',
        'mum',
        'F',
        '0',
        '0',
        '44',
        '1980',
        '40',
        '0',
        'AU',
        '0',
        '0',
        '0',
        'S:P',
        '0:0',
      ),
      line('0', 'dad', '0', '0', 'F', '0', '1', '70', 'old', '0', '0', '0', '0', '0', '0', '0:0', 'T:N'),
      line('0', 'dad', '0', '0', 'M', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0'),
      line('0', 'son', 'ghost', '0', 'X', '0', '0', '0', '0', '0', '0', '0', '0', '0', '0'),
      'too few',
    ].join('\n')
    expect(read(text)).toEqual([
      {
        people: ['pb*: - -', 'dad: - -', 'son: ghost -', 'mum: - -', 'ghost: - -'],
        remarks: [
          ...['line 2 not-read Menarche=12', 'line 8 too-few-columns too few'],
          ...['line 5 wrong-number Yob old', 'line 6 listed-twice dad', 'line 7 unknown-sex X'],
          ...['line 4 father-not-male dad', 'line 4 parent-without-line mum'],
          ...['line 7 one-parent ghost', 'line 7 parent-without-line ghost'],
        ],
      },
    ])
  })

  test('a phenopacket family', () => {
    const person = (id: string, more: object = {}) => ({ individualId: id, sex: 'FEMALE', ...more })
    const file = {
      id: 'f',
      proband: { subject: { id: 'pb', sex: 'BOTH', dateOfBirth: '1990-13-45' }, phenotypicFeatures: [{}] },
      relatives: [
        { subject: { id: 'mum', sex: 'FEMALE' }, diseases: [{ term: { id: 'OMIM:114480', label: 'BC' } }] },
      ],
      pedigree: {
        persons: [
          person('pb', { paternalId: 'mum', maternalId: 'ghost', sex: undefined }),
          person('mum'),
          person('mum'),
        ],
      },
      metaData: { phenopacketSchemaVersion: '2.0' },
    }
    expect(read(file)).toEqual([
      {
        people: ['pb*: - ghost', 'mum: - -', 'ghost: - -'],
        remarks: [
          '/proband/phenotypicFeatures not-read phenotypicFeatures (1)',
          '/proband/subject/sex unknown-sex BOTH',
          '/proband/subject/dateOfBirth wrong-date 1990-13-45',
          '/pedigree/persons/2/individualId listed-twice mum',
          '/pedigree/persons/0/paternalId father-not-male mum',
          '/pedigree/persons/0/maternalId parent-without-line ghost',
        ],
      },
    ])
  })

  test('FHIR: a family history without parents, a person without a place, and a patient from elsewhere', () => {
    const relative = (id: string, code: string, more: object = {}) => ({
      ...{ resourceType: 'FamilyMemberHistory', id, patient: { reference: 'Patient/ada' } },
      relationship: { coding: [{ code }] },
      ...more,
    })
    const file = {
      resourceType: 'Bundle',
      entry: [
        { resource: relative('aunt', 'MAUNT') },
        { resource: relative('cousin', 'COUSN') },
        { resource: relative('brother', 'BRO', { bornDate: 'long ago' }) },
        { resource: { resourceType: 'Medication' } },
        {
          resource: {
            resourceType: 'Condition',
            subject: { reference: 'Patient/nobody' },
            code: { text: 'X' },
          },
        },
      ],
    }
    const [found] = read(file) as { people: string[]; remarks: string[] }[]
    expect(found?.people).toEqual([
      ...['aunt: f2 f3', 'cousin: - -', 'brother: f4 f1'],
      ...['ada*: f4 f1', 'f1: f2 f3', 'f2: - -', 'f3: - -', 'f4: - -'],
    ])
    expect(found?.remarks).toEqual([
      '/entry/2/resource/born wrong-date long ago',
      '/entry/3/resource not-read Medication',
      '/entry/4/resource unknown-person Patient/nobody',
      '/entry/0/resource parents-added mother',
      '/entry/0/resource parents-added father',
      '/entry/0/resource parents-added mother',
      '/entry/1/resource unknown-relation COUSN',
      '/entry/2/resource parents-added father',
    ])
  })

  test('FHIR: what was entered in error or cancelled, which says nothing of anybody', () => {
    const subject = { reference: 'Patient/ada' }
    const coded = (code: string) => ({ coding: [{ system: 'http://example.org', code }] })
    const ill = (text: string, verificationStatus?: object) => ({
      resource: { resourceType: 'Condition', subject, code: { text }, ...{ verificationStatus } },
    })
    const observed = (code: string, status: string, more: object) => ({
      resource: {
        ...{ resourceType: 'Observation', status, subject, ...more },
        code: { coding: [{ system: 'http://loinc.org', code }] },
      },
    })
    const history = (id: string, status: string) => ({
      resource: {
        ...{ resourceType: 'FamilyMemberHistory', id, status, patient: subject },
        relationship: coded('MTH'),
      },
    })
    const file = {
      resourceType: 'Bundle',
      entry: [
        { resource: { resourceType: 'Patient', id: 'ada' } },
        ill('Epilepsy', coded('entered-in-error')),
        ill('Asthma', coded('confirmed')),
        observed('30525-0', 'cancelled', { valueQuantity: { value: 44, code: 'a' } }),
        observed('69548-6', 'entered-in-error', { valueCodeableConcept: coded('LA9633-4') }),
        history('wrong', 'entered-in-error'),
        history('mum', 'completed'),
      ],
    }
    const [family] = (readFamilies(JSON.stringify(file)) as { families: ReadFamily[] }).families
    expect(family?.document.people.map(({ key }) => key)).toEqual(['ada', 'mum'])
    const [ada] = family?.document.people ?? []
    expect([ada?.age, ada?.conditions.length, family?.document.evaluations]).toEqual([null, 1, []])
    expect(family?.document.legend.map(({ name }) => name)).toEqual(['Asthma'])
    expect(family?.remarks.filter(({ rule }) => rule === 'not-read')).toEqual([
      { place: '/entry/1/resource', rule: 'not-read', value: 'Condition entered-in-error' },
      { place: '/entry/3/resource', rule: 'not-read', value: 'Observation cancelled' },
      { place: '/entry/4/resource', rule: 'not-read', value: 'Observation entered-in-error' },
      { place: '/entry/5/resource', rule: 'not-read', value: 'FamilyMemberHistory entered-in-error' },
    ])
  })

  test('FHIR: a person whose meaning a modifier changes in a way that is not known here', () => {
    const modifierExtension = [{ url: 'https://ehr.test/is-not', valueBoolean: true }]
    const bundle = {
      resourceType: 'Bundle',
      type: 'collection',
      entry: [
        { resource: { resourceType: 'Patient', id: 'one', gender: 'female' } },
        { resource: { resourceType: 'Patient', id: 'two', name: [{ text: 'Two', modifierExtension }] } },
      ],
    }
    expect(read(bundle)).toMatchObject([
      { people: [expect.stringMatching(/^one/)], remarks: ['/entry/1/resource not-read Patient'] },
    ])
    expect(read({ ...bundle, implicitRules: 'https://ehr.test/rules' })).toContain('implicitRules')
  })

  test('a GA4GH pedigree: relations to nobody, and a mother who is a man', () => {
    const related = (code: string, record: string) => ({
      ...{ resourceType: 'FamilyMemberHistory', patient: { reference: 'Patient/ada' } },
      extension: [
        {
          url: 'http://hl7.org/fhir/StructureDefinition/familymemberhistory-patient-record',
          valueReference: { reference: record },
        },
      ],
      relationship: { coding: [{ system: 'http://purl.org/ga4gh/kin.fhir', code }] },
    })
    const file = [
      { resourceType: 'Patient', id: 'ada', gender: 'female' },
      { resourceType: 'Patient', id: 'sam', gender: 'male' },
      ...[
        related('KIN:027', 'Patient/sam'),
        related('KIN:014', 'Patient/sam'),
        related('KIN:003', 'Patient/x'),
      ],
    ]
    expect(read(file)).toEqual([
      {
        people: ['ada: sam -', 'sam: - -'],
        remarks: [
          '/entry/2/resource mother-not-female Patient/sam',
          '/entry/3/resource unknown-relation KIN:014',
          '/entry/4/resource unknown-person Patient/x',
          '/ no-proband ',
        ],
      },
    ])
  })

  test('somebody drawn twice: one by id, two by name', () => {
    const patient = (id: string) => ({
      ...{
        resourceType: 'Patient',
        id,
        birthDate: '1990-05-17',
        name: [{ given: ['Ada'], family: 'Okafor' }],
      },
    })
    expect(read([patient('a'), patient('a'), patient('b')])).toEqual([
      {
        people: ['a: - -', 'b: - -'],
        remarks: [
          '/entry/1/resource listed-twice Patient/a',
          '/ no-proband ',
          'a, b same-name Ada Okafor, 1990-05-17',
        ],
      },
    ])
  })
})

test('resources of two types may have one id, and those without any are people of their own', () => {
  const history = (code: string, more: object = {}) => ({
    ...{ resourceType: 'FamilyMemberHistory', patient: { reference: 'Patient/1' } },
    relationship: { coding: [{ code }] },
    ...more,
  })
  const file = [
    { resourceType: 'Patient', id: '1' },
    ...[history('MTH', { id: '1' }), history('FTH'), history('BRO')],
  ]
  expect(read(file)).toEqual([{ people: ['1*: f2 f1', 'f1: - -', 'f2: - -', 'f3: f2 f1'], remarks: [] }])
})

test('a parent of oneself, or one parent for both, is named', () => {
  const found = readFamilies('F\tself\tself\tself\t1\t2\nF\tchild\tsam\tsam\t2\t1\nF\tsam\t0\t0\t1\t1')
  const [family] = 'families' in found ? found.families : []
  expect(family?.document.unions.map(({ partners }) => partners)).toEqual([['m1'], ['m3']])
  expect(family && checkFamily(family.document)).toContainEqual({
    ...{ severity: 'error', rule: 'own-ancestor', people: ['m1'] },
  })
})

test('a mark at the beginning of a file is no part of it', () => {
  const patient = { resourceType: 'Patient', id: 'ada' }
  const packet = { subject: { id: 'ada' }, metaData: { phenopacketSchemaVersion: '2.0' } }
  for (const file of [patient, packet]) expect(read(`\uFEFF${JSON.stringify(file)}`)).toEqual(read(file))
  expect(read('\uFEFFF\ta\t0\t0\t1\t2')).toEqual(read('F\ta\t0\t0\t1\t2'))
})

// Each took minutes of a processor, or hours, before all of it was refused.
describe('as large a file as is read is read at once, with', () => {
  const patient = { resourceType: 'Patient', id: 'a' }
  const many = (count: number, of: (index: number) => unknown) =>
    Array.from({ length: count }, (_, n) => of(n))
  const history = (codes: readonly string[], more: object = {}) => ({
    ...{ resourceType: 'FamilyMemberHistory', patient: { reference: 'Patient/a' } },
    relationship: { coding: codes.map((code) => ({ code })) },
    ...more,
  })
  const record = 'http://hl7.org/fhir/StructureDefinition/familymemberhistory-patient-record'

  test('nine thousand conditions of one person', () => {
    const found = readFamilies(
      JSON.stringify([
        patient,
        ...many(8_400, (n) => ({
          ...{ resourceType: 'Condition', subject: { reference: 'Patient/a' } },
          code: { text: `c${n % 4_200}` },
        })),
      ]),
    )
    const [family] = 'families' in found ? found.families : []
    expect(family?.document.people[0]?.conditions).toHaveLength(4_200)
  })

  test('forty thousand codes of one relation', () => {
    const codes = Array<string>(44_000).fill('ADOPTM')
    expect(read([patient, history(codes)])).toEqual([{ people: ['a*: - -', 'f1: - -'], remarks: [] }])
    const extension = [{ url: record, valueReference: { reference: 'Patient/b' } }]
    const kin = history(Array<string>(43_000).fill('KIN:022'), { extension })
    expect(read([patient, { ...patient, id: 'b' }, kin])).toEqual([
      { people: ['a: - -', 'b: - -'], remarks: ['/ no-proband '] },
    ])
  })

  test('a reference of eighty thousand versions', () => {
    const subject = { reference: `${'/_history/'.repeat(80_000)}\nx` }
    expect(read([patient, { resourceType: 'Observation', subject }])).toEqual([
      {
        people: ['a*: - -'],
        remarks: [`/entry/1/resource unknown-person ${'/_history/'.repeat(8)}`],
      },
    ])
  })

  test('people in another order than the pedigree lists them', () => {
    const ids = many(17_000, (n) => ((n * 7_919) % 17_000).toString(36))
    const file = {
      relatives: ids.map((id) => ({ id })),
      pedigree: { persons: many(17_000, (n) => ({ individualId: n.toString(36) })) },
    }
    expect(read(file)).toContain('A family of the file has 17000 people.')
  })

  test('more remarks than anybody reads', () => {
    expect(read({ pedigree: { persons: many(250_000, () => ({})) } })).toBe(
      '249999 places of the file cannot be read. At most 10000 are listed.',
    )
  })
})

test('an id longer than a name is cut, and named', () => {
  expect(read(`F\t${'x'.repeat(300)}\t0\t0\t1\t2`)).toEqual([
    { people: ['m1: - -'], remarks: [`line 1 too-long ${'x'.repeat(80)}`] },
  ])
})

test.each([
  ['', 'This is no file of a family.'],
  ['{"a": 1}', 'This is no file of a family.'],
  ['{"broken', 'This is no file of a family.'],
  // Without a limit on backtracking, half an hour of a portal's only thread.
  ['a'.repeat(900_000), 'This is no file of a family.'],
  [`a\t${' '.repeat(800_000)}`, 'This is no file of a family.'],
  ['0 HEAD\n1 SOUR A B C D\n0 @I1@ INDI\n1 NAME Ada Sue /Okafor/ x', 'This is a GEDCOM file'],
  ['{"format": "karyo-family", "version": 1}', '/family/people is not a list'],
  ['{"format": "karyo-family", "version": 1, "family": {"people": [null]}}', '/family/people is not a list'],
  [
    '{"format": "karyo-family", "version": 1, "family": {"people": [], "unions": 1}}',
    '/family/unions is not',
  ],
  ['{"format": "karyo-family", "version": 9}', 'Version 9 of Karyo’s format is not read.'],
  ['{"resourceType": "Bundle", "entry": []}', 'The file has no Patient'],
  ['{"subject": {}, "metaData": {"phenopacketSchemaVersion": "1.0"}}', 'This is a phenopacket of schema 1.'],
  ['##CanRisk 2.0\n', 'The file has no line of a person.'],
])('refuses %j with a reason', (text, reason) => {
  expect(read(text)).toContain(reason)
})
