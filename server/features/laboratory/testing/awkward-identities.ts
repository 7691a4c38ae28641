import type { AwkwardOrder } from './awkward-order.ts'
import { bornYearsAgo, day, daysAgo, orderOf } from './awkward-people.ts'

/** Sections 10 and 11: sex, gender and ancestry. */
export const SEX_AND_ORIGIN: AwkwardOrder[] = [
  {
    name: '11. a trans man with ovaries',
    document: () =>
      orderOf('Hovde', {
        ...{ sex: 'Male', dateOfBirth: bornYearsAgo(31) },
        sexAndGender: {
          ...{ assignedAtBirth: 'Female', genderIdentity: 'Male', clinicalSex: 'Female-typical' },
          clinicalSexComment: 'Ovaries present',
        },
      }),
    hl7: [
      '^^^^^L||{born31}|M',
      '|CE|SEX-FOR-CLINICAL-USE^Sex parameter for clinical use^L|{id}-proband|female-typical^Female-typical^L|',
      '|ST|CLINICAL-SEX-COMMENT^Context of the sex for clinical use^L|{id}-proband|Ovaries present|',
      '|CE|76689-9^Sex assigned at birth^LN|{id}-proband|LA3-6^Female^LN|',
    ],
    fhir: ['"gender":"male"', 'patient-sexParameterForClinicalUse', 'Ovaries present'],
  },
  {
    name: '12. a girl whose karyotype is 46,XY',
    document: () =>
      orderOf('Ihle', { sexAndGender: { karyotype: '46,XY', karyotypeSource: 'Array of 2024' } }),
    hl7: [
      '|ST|KARYOTYPE^Known karyotype^L|{id}-proband|46,XY|',
      '|ST|KARYOTYPE-SOURCE^Source of the karyotype^L|{id}-proband|Array of 2024|',
    ],
    fhir: ['46,XY'],
  },
  {
    name: '13. a baby with ambiguous genitalia',
    document: () =>
      orderOf('Juul', {
        ...{ firstName: 'Baby', sex: 'Ambiguous', dateOfBirth: daysAgo(2) },
        sexAndGender: { assignedAtBirth: 'Intersex or undetermined' },
      }),
    hl7: [`^^^^^L||${day(daysAgo(2))}|A`, '|{id}-proband|INTERSEX^Intersex or undetermined^L|'],
    fhir: ['"gender":"other"'],
  },
  {
    name: '14. an adoptee who knows neither side, and her race as she states it',
    document: () =>
      orderOf('Kolstad', {
        ...{ ancestry: { maternal: ['Unknown'], paternal: ['Unknown'] } },
        raceAndEthnicity: { races: ['Asian'], hispanic: 'Declined to answer' },
      }),
    hl7: [
      '|2028-9^Asian^CDCREC|',
      '|ASKU^Declined to answer^NULLFL^U^Unknown^HL70189',
      '|ST|ANCESTRY-MATERNAL^Ancestry, mother’s side^L|{id}-proband|Unknown|',
      '|ST|ANCESTRY-PATERNAL^Ancestry, father’s side^L|{id}-proband|Unknown|',
    ],
    fhir: ['"code":"2028-9"', 'Declined to answer'],
  },
  {
    name: '15. a mother of Ashkenazi and a father of Mediterranean ancestry',
    document: () =>
      orderOf('Lunde', { ancestry: { maternal: ['Ashkenazi Jewish'], paternal: ['Mediterranean'] } }),
    hl7: [
      '|ST|ANCESTRY-MATERNAL^Ancestry, mother’s side^L|{id}-proband|Ashkenazi Jewish|',
      '|ST|ANCESTRY-PATERNAL^Ancestry, father’s side^L|{id}-proband|Mediterranean|',
    ],
    fhir: ['Ashkenazi Jewish', 'Mediterranean'],
  },
]

export const ORIGIN_OF_DONOR: AwkwardOrder = {
  name: '18. the ancestry of an egg donor, beside the race of the patient',
  document: () =>
    orderOf('Oppegaard', {
      raceAndEthnicity: { races: ['White'], hispanic: 'Not Hispanic or Latino' },
      ancestry: { maternal: ['From a donor', 'Finnish'], paternal: ['East Asian'] },
    }),
  hl7: [
    '|2106-3^White^CDCREC|',
    '|2186-5^Not Hispanic or Latino^CDCREC^N^Not Hispanic or Latino^HL70189',
    '|ST|ANCESTRY-MATERNAL^Ancestry, mother’s side^L|{id}-proband|From a donor~Finnish|',
  ],
  fhir: ['"code":"2106-3"', 'From a donor'],
}
