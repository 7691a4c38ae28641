import type { FhirResource, Patient, QuestionnaireResponse, RelatedPerson, Specimen } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import { blankDeceased } from '#domain/orders/deceased.ts'
import { blankGuardian } from '#domain/orders/guardian.ts'
import { blankKinship, blankParentage } from '#domain/orders/kinship.ts'
import { chooseSubject } from '#domain/orders/subject.ts'
import { completeOrder, FATHER, TESTED_MOTHER, withChanges } from '#domain/orders/testing/complete-order.ts'
import { fhirCodec } from './fhir/codec.ts'
import { invalidities, loadDefinitions } from './fhir/definitions.ts'
import type { FhirBundle } from './fhir/references.ts'
import type { LaboratoryOrder } from './port.ts'
import { readLabUpdates } from './read-lab-updates.ts'
import { codec } from './testing/messages.ts'
import { sampleOrder } from './testing/order.ts'
import { twinOrder } from './testing/prenatal-order.ts'
import { fieldsOf, named } from './testing/segments.ts'

beforeAll(loadDefinitions)

const segmentsOf = (order: LaboratoryOrder) => fieldsOf(codec.writeOrder(order))
/** The OBX of each question, `value unit`. */
function answersOf(order: LaboratoryOrder, question: string): string[] {
  return named(segmentsOf(order), 'OBX').flatMap((obx) =>
    obx[3]?.startsWith(`${question}^`) ? [[obx[5], obx[6]].filter(Boolean).join(' ')] : [],
  )
}
const bundleOf = (order: LaboratoryOrder): FhirBundle => JSON.parse(fhirCodec.writeOrder(order))
const all = <T extends FhirResource>(order: LaboratoryOrder, type: T['resourceType']): T[] =>
  (bundleOf(order).entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === type ? [resource as T] : [],
  )
const withDocument = (document: LaboratoryOrder['document']) => ({ ...sampleOrder(), document })

describe('[SUBJ-03] in HL7', () => {
  test('each fetus of a test has a request with its own specimen and its mother’s', () => {
    const groups = segmentsOf(twinOrder()).reduce<string[][]>((groups, segment) => {
      if (segment[0] === 'ORC') groups.push([])
      if (segment[0] === 'SPM') groups.at(-1)?.push(`${segment[2]} ${segment[14] ?? ''}`.trim())
      return groups
    }, [])
    expect(groups).toEqual([
      ['771-s1 Fetus A', '771-s3'],
      ['771-s2 Fetus B', '771-s3'],
    ])
    const obrs = named(segmentsOf(twinOrder()), 'OBR')
    expect(obrs.map((obr) => [obr[1], obr[4]?.split('^')[0], obr[7]])).toEqual([
      ['1', '1700', '20261118'],
      ['2', '1700', '20261118'],
    ])
  })

  test('[SUBJ-02] the mother is in PID, and the fetus and its age in OBX with LOINC', () => {
    const pid = named(segmentsOf(twinOrder()), 'PID')
    expect(pid.map((segment) => [segment[5], segment[7], segment[8]])).toEqual([
      ['Lind^Dora^^^^^L', '19900412', 'F'],
    ])
    const order = twinOrder()
    expect(answersOf(order, '48002-0')).toEqual(['LA10429-1^Fetal^LN', 'LA10429-1^Fetal^LN'])
    expect(answersOf(order, '49051-6')).toEqual(['12 wk^wk^UCUM', '12 wk^wk^UCUM'])
    expect(answersOf(order, '49052-4')).toEqual(['3 d^d^UCUM', '3 d^d^UCUM'])
    expect(answersOf(order, '11778-8')).toEqual(['20270530', '20270530'])
    expect(answersOf(order, '11878-6')).toEqual(['2 1^1^UCUM', '2 1^1^UCUM'])
    expect(answersOf(order, '92568-5')).toEqual(['^Dichorionic', '^Dichorionic'])
    expect(answersOf(order, 'FETUS')).toEqual(['Fetus A', 'Fetus B'])
    expect(answersOf(order, 'MATERNAL-CELLS')).toHaveLength(2)
  })

  test('[SUBJ-01] a death is in PID-29 and PID-30, as exact as it is known', () => {
    const died = (dateOfDeath: string) => {
      const deceased = {
        ...blankDeceased(),
        dateOfDeath,
        authorizedBy: 'Mai Nguyễn',
        authorizedAs: 'Next of kin',
      }
      return withDocument(withChanges(completeOrder(), { '/patients/0/deceased': deceased }))
    }
    const pid = (day: string) => named(segmentsOf(died(day)), 'PID')[0]?.slice(29, 31)
    expect([pid('2026-11-01'), pid('2026-10'), pid('2025'), pid('')]).toEqual([
      ['20261101', 'Y'],
      ['202610', 'Y'],
      ['2025', 'Y'],
      ['', 'Y'],
    ])
    expect(answersOf(died(''), 'DEATH-AUTHORITY')).toEqual(['Mai Nguyễn, Next of kin'])
    expect(all<Patient>(died('2026-10'), 'Patient')[0]).toMatchObject({ deceasedDateTime: '2026-10' })
    expect(all<Patient>(died(''), 'Patient')[0]).toMatchObject({ deceasedBoolean: true })
  })

  test('[SUBJ-01] a relative’s death is an answer about the relative, and not in PID', () => {
    const died = (dateOfDeath: string) =>
      withDocument(
        withChanges(completeOrder(), {
          ...TESTED_MOTHER,
          '/patients/1/deceased': { ...blankDeceased(), dateOfDeath, authorizedBy: 'Bao Nguyễn' },
        }),
      )
    expect(answersOf(died('2024-05-03'), '81954-0')).toEqual(['20240503'])
    expect(answersOf(died('2024-05'), '81954-0')).toEqual(['2024-05'])
    expect(answersOf(died(''), '81954-0')).toEqual(['Unknown'])
    expect(named(segmentsOf(died('2024-05-03')), 'PID')[0]?.slice(29, 31)).not.toContain('Y')
  })

  test('[SUBJ-05] kinship, genetic parents and who signs are answers about the person', () => {
    const order = withDocument(
      withChanges(completeOrder(), {
        ...TESTED_MOTHER,
        '/patients/1/kinship': { ...blankKinship(), kinshipKind: 'Adoptive' },
        '/patients/2': FATHER,
        '/patients/0/guardian': {
          ...{ ...blankGuardian(), signingReason: 'Minor', firstName: 'Mai', lastName: 'Nguyễn' },
          authority: 'Parent',
        },
        '/parentage': { ...blankParentage(), geneticFather: FATHER.key, parentsRelated: 'No' },
      }),
    )
    expect(named(segmentsOf(order), 'NK1').map((nk1) => nk1[3])).toEqual([
      'MTH^Mother, adoptive^HL70063',
      'FTH^Father^HL70063',
    ])
    expect(answersOf(order, 'KINSHIP')).toEqual(['Adoptive'])
    expect(answersOf(order, 'GENETIC-FATHER')).toEqual(['4711-relative-2'])
    expect(answersOf(order, 'PARENTS-RELATED')).toEqual(['No'])
    expect(answersOf(order, 'SIGNER')).toEqual(['Mai Nguyễn, Parent'])
    const [mother] = all<RelatedPerson>(order, 'RelatedPerson')
    expect(mother?.relationship?.[0]).toMatchObject({
      coding: [{ code: 'ADOPTM' }],
      text: 'Mother, adoptive',
    })
  })

  test('a relative of a fetus is not taken for one of its mother', () => {
    const order = { ...twinOrder(), document: withChanges(twinOrder().document, { '/patients/1': FATHER }) }
    expect(named(segmentsOf(order), 'NK1')[0]?.[3]).toBe('OTH^Father of the fetus^HL70063')
    expect(
      all<RelatedPerson>(order, 'RelatedPerson').map((one) => one.relationship?.[0]?.coding?.[0]?.code),
    ).toEqual(['NMTHF', 'NMTHF', 'NFTHF'])
  })

  test('[SUBJ-05] FHIR names nobody a natural parent who is none', () => {
    const donor = { ...FATHER, kinship: { ...blankKinship(), kinshipKind: 'Donor' as const } }
    const roles = (changes: Record<string, unknown>) => {
      const document = withChanges(twinOrder().document, { '/patients/1': FATHER, ...changes })
      return all<RelatedPerson>({ ...twinOrder(), document }, 'RelatedPerson').map(
        ({ relationship: [one] = [] }) => [one?.coding?.[0]?.code, one?.text],
      )
    }
    const egg = roles({ '/pregnancy/eggProvider': 'Donor' })
    expect(egg[0]).toEqual(['GESTM', 'Mother of the fetus, not its genetic mother'])
    expect(egg[2]).toEqual(['NFTHF', 'Father of the fetus'])
    const carrier = roles({ '/pregnancy/carriedBy': 'Gestational carrier' })
    expect(carrier[0]).toEqual(['GESTM', 'Gestational carrier of the fetus, not its genetic mother'])
    const sperm = { '/pregnancy/spermProvider': 'Donor' }
    expect(roles(sperm)[2]).toEqual([undefined, 'Father of the fetus'])
    expect(roles({ ...sperm, '/patients/1': donor })[2]).toEqual([undefined, 'Father, donor of the fetus'])
    expect(roles({ '/patients/1/kinship': { ...blankKinship(), kinshipKind: 'Biological' } })[2]?.[0]).toBe(
      'NFTHF',
    )
    expect(roles({ '/patients/1': { ...FATHER, relationship: 'Sibling' } })[2]).toEqual([
      undefined,
      'Sibling of the fetus',
    ])
  })

  test('[SUBJ-05] the partner of a pregnant woman is hers, and not the fetus’s', () => {
    const document = withChanges(twinOrder().document, {
      '/patients/1': { ...FATHER, relationship: 'Partner' },
    })
    expect(named(segmentsOf({ ...twinOrder(), document }), 'NK1')[0]?.[3]).toBe(
      'OTH^Partner of the patient^HL70063',
    )
  })

  test('the label of a result is read from SPM-14 or the answer FETUS', () => {
    const result = (...below: string[]) => {
      const read = readLabUpdates(
        [
          'MSH|^~\\&|LIS|L|KARYO|PORTAL|20261201||ORU^R01|R1|P|2.5.1',
          'PID|1||44821^^^HRB^MR||Lind^Dora||19900412|F',
          'ORC|RE|771|L-9',
          'OBR|1|771|L-9|1700^Microarray^L|||||||||||||||||||||F',
          'OBX|1|FT|X^Result^L||Normal||||||F',
          ...below,
        ].join('\r'),
      )
      return read.kind === 'news' ? read.updates[0] : null
    }
    expect(result()?.patient?.fetus).toBe('')
    expect(result('SPM|1|771-s2||CVS|||||||||||Fetus B')?.patient?.fetus).toBe('')
    expect(result('SPM|1|771-s2||CVS||||||||||Fetus B')?.patient?.fetus).toBe('Fetus B')
    expect(result('SPM|1|||CVS||||||||||villi, twin B')?.patient?.fetus).toBe('twin B')
    expect(result('SPM|1|||CVS||||||||||Fetus A-1, villi')?.patient?.fetus).toBe('Fetus A-1, villi')
    expect(result('SPM|1|||CVS||||||||||Fetus Å')?.patient?.fetus).toBe('Fetus Å')
    expect(result('OBX|2|ST|FETUS^Fetus^L||Fetus A||||||F')?.patient?.fetus).toBe('Fetus A')
    expect(result('SPM|1|771-s2||CVS||||||||||leaking')?.patient?.fetus).toBe('')
    expect(result(`SPM|1|771-s2${'|'.repeat(28)}C-17`)?.specimens[0]?.accession).toBe('C-17')
  })
})

describe('[SUBJ-03] in FHIR', () => {
  test('a fetus is a Patient without name and birth date, with its mother as RelatedPerson', () => {
    const order = twinOrder()
    const patients = all<Patient>(order, 'Patient')
    expect(
      patients.map(({ identifier, name, birthDate }) => [identifier?.[0]?.value, name?.length, birthDate]),
    ).toEqual([
      ['771-proband', 1, '1990-04-12'],
      ['771-fetus-1', undefined, undefined],
      ['771-fetus-2', undefined, undefined],
    ])
    expect(all<Specimen>(order, 'Specimen').map(({ subject }) => subject?.display)).toEqual([
      'Fetus A',
      'Fetus B',
      'Dora Lind',
    ])
    const [answers] = all<QuestionnaireResponse>(order, 'QuestionnaireResponse')
    const source = answers?.item?.find(({ linkId }) => linkId === '48002-0')
    expect(source?.answer?.[0]?.valueCoding).toEqual({
      ...{ system: 'http://loinc.org', code: 'LA10429-1', display: 'Fetal' },
    })
    expect(answers?.item?.find(({ linkId }) => linkId === '49051-6')?.answer?.[0]?.valueQuantity?.value).toBe(
      12,
    )
  })

  test('is valid by the definitions of R4, for a loss too, and every reference leads somewhere', () => {
    for (const document of [twinOrder().document, chooseSubject(twinOrder().document, 'loss')]) {
      const bundle = bundleOf({ ...twinOrder(), document })
      expect(invalidities(bundle)).toEqual([])
      const known = (bundle.entry ?? []).map(({ fullUrl }) => fullUrl)
      for (const [, to = ''] of JSON.stringify(bundle).matchAll(/"reference":"([^"]+)"/g))
        expect(known).toContain(to)
    }
  })
})
