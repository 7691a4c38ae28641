import type { Patient } from 'fhir/r4.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Patient as Person } from '#domain/orders/document.ts'
import { fhirCodec } from './fhir/codec.ts'
import { invalidities, loadDefinitions } from './fhir/definitions.ts'
import type { FhirBundle } from './fhir/references.ts'
import { codec } from './testing/messages.ts'
import { sampleOrder } from './testing/order.ts'
import { answersTo, fieldsOf, named } from './testing/segments.ts'

beforeAll(loadDefinitions)

/** The sample order with these parts of the patient, and of the mother. */
function orderOf(patient: Partial<Person>, mother: Partial<Person> = {}) {
  const order = sampleOrder()
  const [proband, relative] = order.document.patients
  Object.assign(proband ?? {}, patient)
  Object.assign(relative ?? {}, mother)
  return order
}

const hl7 = (...of: Parameters<typeof orderOf>) => fieldsOf(codec.writeOrder(orderOf(...of)))

function fhir(...of: Parameters<typeof orderOf>) {
  const bundle: FhirBundle = JSON.parse(fhirCodec.writeOrder(orderOf(...of)))
  expect(invalidities(bundle)).toEqual([])
  return (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === 'Patient' ? [resource as Patient] : [],
  )
}

/** The extensions of the first patient, without their common addresses. */
const extensionsOf = (...of: Parameters<typeof orderOf>) =>
  JSON.parse(
    JSON.stringify(fhir(...of)[0]?.extension ?? []).replaceAll(/"url":"[^"]*\/([^"/]+)"/g, '"url":"$1"'),
  )

const answerTo = (segments: string[][], code: string) => answersTo(segments, code)[0]?.[1]

const TRANS_MAN: Partial<Person> = {
  sex: 'Male',
  sexAndGender: {
    ...{ nameToUse: 'Sam', pronouns: 'he/him', genderIdentity: 'Male', assignedAtBirth: 'Female' },
    ...{ clinicalSex: 'Female-typical', clinicalSexComment: 'Ovaries present' },
  },
}

describe('[SEXG-01] sex and gender in messages', () => {
  test('HL7: recorded sex in PID-8, everything else apart, about the person', () => {
    const segments = hl7(TRANS_MAN)
    expect(named(segments, 'PID')[0]?.[8]).toBe('M')
    expect(answerTo(segments, '76689-9')).toBe('LA3-6^Female^LN')
    expect(answerTo(segments, '76691-5')).toBe('446151000124109^Male gender identity^SCT')
    expect(answerTo(segments, '90778-2')).toBe('LA29518-0^he/him/his/his/himself^LN')
    expect(answerTo(segments, 'SEX-FOR-CLINICAL-USE')).toBe('female-typical^Female-typical^L')
    expect(answersTo(segments, 'CLINICAL-SEX-COMMENT')[0]).toEqual(['4711-proband', 'Ovaries present'])
    expect(answerTo(segments, 'NAME-TO-USE')).toBe('Sam')
    expect(named(segments, 'OBX').find((obx) => obx[3]?.startsWith('SEX-FOR-CLINICAL-USE'))?.[3]).toBe(
      'SEX-FOR-CLINICAL-USE^Sex parameter for clinical use^L',
    )
  })

  test('FHIR: gender is administrative, the rest in extensions', () => {
    const [patient] = fhir(TRANS_MAN)
    expect(patient?.gender).toBe('male')
    expect(patient?.name?.[1]).toEqual({ use: 'usual', text: 'Sam' })
    expect(extensionsOf(TRANS_MAN)).toMatchObject([
      { url: 'us-core-birthsex', valueCode: 'F' },
      {
        url: 'individual-genderIdentity',
        extension: [{ valueCodeableConcept: { coding: [{ code: '446151000124109' }] } }],
      },
      {
        url: 'individual-pronouns',
        extension: [{ valueCodeableConcept: { coding: [{ code: 'LA29518-0' }], text: 'he/him' } }],
      },
      {
        url: 'patient-sexParameterForClinicalUse',
        extension: [
          { valueCodeableConcept: { coding: [{ code: 'female-typical' }] } },
          { url: 'comment', valueString: 'Ovaries present' },
        ],
      },
    ])
  })

  test('a known karyotype goes with its source, for the laboratory’s sex check of the specimen', () => {
    const known: Partial<Person> = {
      sexAndGender: { karyotype: '46,XY', karyotypeSource: 'Microarray, 2024' },
    }
    const segments = hl7(known)
    expect(answerTo(segments, 'KARYOTYPE')).toBe('46,XY')
    expect(answerTo(segments, 'KARYOTYPE-SOURCE')).toBe('Microarray, 2024')
    const bundle = fhirCodec.writeOrder(orderOf(known))
    expect(bundle).toContain('"valueString":"46,XY"')
  })

  test.each([
    ['Ambiguous', 'Intersex or undetermined', 'A', 'INTERSEX^Intersex or undetermined^L', 'OTH'],
    ['Unknown', 'Unknown', 'U', 'LA4489-6^Unknown^LN', 'UNK'],
    ['Female', 'Declined to answer', 'F', 'ASKU^Declined to answer^NULLFL', 'ASKU'],
  ] as const)('a baby recorded %s, at birth %s', (sex, assignedAtBirth, pid8, answer, usCore) => {
    const baby: Partial<Person> = { sex, sexAndGender: { assignedAtBirth } }
    const segments = hl7(baby)
    expect(named(segments, 'PID')[0]?.[8]).toBe(pid8)
    expect(answerTo(segments, '76689-9')).toBe(answer)
    expect(extensionsOf(baby)).toEqual([{ url: 'us-core-birthsex', valueCode: usCore }])
  })

  test('pronouns and an identity in other words are sent as words', () => {
    const own: Partial<Person> = {
      sexAndGender: { pronouns: 'she/they', genderIdentity: 'Another identity', genderInOwnWords: 'Agender' },
    }
    const segments = hl7(own)
    expect(answerTo(segments, '90778-2')).toBe('^she/they')
    expect(answerTo(segments, '76691-5')).toBe('OTH^Another identity^NULLFL')
    expect(answerTo(segments, 'GENDER-OWN-WORDS')).toBe('Agender')
    expect(extensionsOf(own)).toMatchObject([
      { extension: [{ valueCodeableConcept: { text: 'Agender' } }] },
      { extension: [{ valueCodeableConcept: { text: 'she/they' } }] },
    ])
  })
})

describe('[SEXG-02] race, ethnicity and ancestry in messages', () => {
  test('race in PID-10 and Hispanic origin in PID-22, in CDC’s codes, before the ethnicities sent as ever', () => {
    const given: Partial<Person> = {
      raceAndEthnicity: { races: ['Asian', 'White'], hispanic: 'Not Hispanic or Latino' },
    }
    const [pid] = named(hl7(given), 'PID')
    expect(pid?.[10]).toBe('2028-9^Asian^CDCREC~2106-3^White^CDCREC')
    expect(pid?.[22]).toBe(
      '2186-5^Not Hispanic or Latino^CDCREC^N^Not Hispanic or Latino^HL70189~EAST_ASIAN^East Asian^L',
    )
    expect(extensionsOf(given)).toMatchObject([
      {
        url: 'us-core-race',
        extension: [
          { valueCoding: { code: '2028-9' } },
          { valueCoding: { code: '2106-3' } },
          { url: 'text', valueString: 'Asian, White' },
        ],
      },
      { url: 'us-core-ethnicity', extension: [{ valueCoding: { code: '2186-5' } }, { url: 'text' }] },
    ])
  })

  test('declined is sent as such', () => {
    const declined: Partial<Person> = {
      ethnicities: [],
      raceAndEthnicity: { races: ['Declined to answer'], hispanic: 'Unknown' },
    }
    const [pid] = named(hl7(declined), 'PID')
    expect(pid?.[10]).toBe('ASKU^Declined to answer^NULLFL')
    expect(pid?.[22]).toBe('UNK^Unknown^NULLFL^U^Unknown^HL70189')
    expect(extensionsOf(declined)).toMatchObject([
      { extension: [{ valueCoding: { code: 'ASKU' } }, {}] },
      { extension: [{ valueCoding: { code: 'UNK' } }, {}] },
    ])
  })

  test('the ancestry of each side: her mother Ashkenazi, her father Italian', () => {
    const segments = hl7({ ancestry: { maternal: ['Ashkenazi Jewish'], paternal: ['Mediterranean'] } })
    expect(answersTo(segments, 'ANCESTRY-MATERNAL')[0]).toEqual(['4711-proband', 'Ashkenazi Jewish'])
    expect(answersTo(segments, 'ANCESTRY-PATERNAL')[0]).toEqual(['4711-proband', 'Mediterranean'])
    expect(named(segments, 'PID')[0]?.[10] ?? '').toBe('')
  })

  test('an adoptee: ancestry unknown on both sides, race as she states it', () => {
    const segments = hl7({
      raceAndEthnicity: { races: ['Black or African American'] },
      ancestry: { maternal: ['Unknown'], paternal: ['Unknown'] },
    })
    expect(named(segments, 'PID')[0]?.[10]).toBe('2054-5^Black or African American^CDCREC')
    expect(answerTo(segments, 'ANCESTRY-MATERNAL')).toBe('Unknown')
  })

  test('a donor’s egg: the mother’s side is the donor’s ancestry, PID-10 the patient’s', () => {
    const segments = hl7(
      {
        raceAndEthnicity: { races: ['White'] },
        ancestry: { maternal: ['From a donor', 'East Asian'], paternal: ['Northern European'] },
      },
      {
        raceAndEthnicity: { races: ['White'] },
        ancestry: { maternal: ['Finnish'], paternal: ['Finnish', 'African'] },
      },
    )
    expect(named(segments, 'PID')[0]?.[10]).toBe('2106-3^White^CDCREC')
    expect(answerTo(segments, 'ANCESTRY-MATERNAL')).toBe('From a donor~East Asian')
    expect(named(segments, 'NK1')[0]?.[35]).toBe('2106-3^White^CDCREC')
    expect(answersTo(segments, 'MOTHERS-ORIGIN')[0]).toEqual(['4711-relative-1', 'Finnish~African'])
  })

  test('an adoptive mother’s ancestry is not the mother’s origin: half of the patient’s genome is not hers', () => {
    const ancestry = { maternal: ['Finnish'], paternal: ['African'] }
    const kinship = { kinshipKind: 'Adoptive', familySide: '', twin: '' } as const
    const segments = hl7({}, { ancestry, kinship })
    expect(answersTo(segments, 'ANCESTRY-MATERNAL')[0]).toEqual(['4711-relative-1', 'Finnish'])
    expect(answersTo(segments, 'MOTHERS-ORIGIN')).toEqual([])
  })

  test('an order that answers none of it is written as before', () => {
    const segments = hl7({})
    expect(named(segments, 'PID')[0]?.[10] ?? '').toBe('')
    expect(named(segments, 'PID')[0]?.[22]).toBe('EAST_ASIAN^East Asian^L')
    // A specimen's type has a LOINC code, too.
    const ofPeople = named(segments, 'OBX').filter((obx) => !obx[3]?.startsWith('66746-9'))
    expect(ofPeople.filter((obx) => /^(\d+-\d|ANCESTRY|NAME)/.test(obx[3] ?? ''))).toEqual([])
    expect(extensionsOf({})).toEqual([])
  })
})
