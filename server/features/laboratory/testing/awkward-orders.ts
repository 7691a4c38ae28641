import { blankRecord } from '#domain/consent/record.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { blankVariant, type KnownVariant } from '#domain/orders/known-variants.ts'
import { bornYearsAgo, daysAgo, from, orderOf, prenatal, relative } from './awkward-people.ts'

/** An order that only a genetics clinic writes, and what makes it awkward in its message. */
export interface AwkwardOrder {
  name: string
  document: () => OrderDocument
  /** The rules that refuse it, with the field; a reason does not help. Then nothing is sent. */
  refused?: string[]
  /** Parts of the HL7 message, in which `{id}` is the order's number. */
  hl7?: string[]
  /** Parts of the FHIR Bundle, as JSON. */
  fhir?: string[]
  /** What neither may have. */
  never?: string[]
}

const day = (iso: string) => iso.replaceAll('-', '')
const variant = (more: Partial<KnownVariant>): KnownVariant => ({ ...blankVariant('v1'), ...more })
const adopted = { kinshipKind: 'Donor', familySide: '', twin: '' } as const

const SUBJECTS: AwkwardOrder[] = [
  {
    name: '1. twins, villi of both, one blood of their mother',
    document: () =>
      prenatal('Lind', { dueDate: daysAgo(-190), dating: 'Ultrasound', chorionicity: 'Dichorionic' }, [
        'A',
        'B',
      ]),
    hl7: [
      '|NM|11878-6^Number of Fetuses by US^LN||2|',
      'OBX|2|ST|FETUS^Fetus^L|{id}-fetus-1|Fetus A|',
      'OBX|2|ST|FETUS^Fetus^L|{id}-fetus-2|Fetus B|',
      '|CE|92568-5^Chorionicity^LN||^Dichorionic|',
      '|48002-0^Genomic source class^LN|{id}-fetus-1|LA10429-1^Fetal^LN|',
      `SPM|1|{id}-s2||CVS^CVS^L^258565009^`,
      `SPM|2|{id}-s3||Blood^Blood^L^BLD^`,
      '|ST|MATERNAL-CELLS^Check for maternal cells^L||Maternal specimen sent with this order|',
    ],
    fhir: ['"value":"{id}-fetus-2"', '"code":"NMTHF"'],
  },
  {
    name: '2. an egg donor’s, the partner’s sperm, as a trio without the woman who carries it',
    document: () => {
      const order = prenatal(
        'Ekholm',
        {
          ...{ dueDate: daysAgo(-140), dating: 'Embryo transfer', transferOn: daysAgo(121), embryoDay: '5' },
          ...{ conception: 'IVF', eggProvider: 'Donor', spermProvider: 'Partner', eggProviderAge: '24' },
        },
        ['A'],
        { specimenType: 'Amniotic Fluid' },
      )
      return {
        ...order,
        patients: [
          ...order.patients,
          relative('relative-1', 'Father', { firstName: 'Ola', lastName: 'Ekholm' }),
          relative('relative-2', 'Mother', { firstName: 'Tove', lastName: 'Sand', kinship: adopted }),
        ],
        parentage: {
          ...{ geneticMother: 'relative-2', geneticFather: 'relative-1' },
          ...{ parentsRelated: 'No', parentsRelation: '' },
        },
      }
    },
    hl7: [
      '|ST|EGG-PROVIDER^Whose egg^L||Donor|',
      '|ST|EGG-PROVIDER-AGE^Age of the egg provider in years^L||24|',
      '|ST|GENETIC-MOTHER^Genetic mother^L||{id}-relative-2|',
      '|ST|GENETIC-FATHER^Genetic father^L||{id}-relative-1|',
      'NK1|2|Sand^Tove^^^^^L|OTH^Mother, donor of the fetus^HL70063',
    ],
    fhir: ['{id}-relative-2'],
  },
  {
    name: '3. a loss at nine weeks, without blood of the mother',
    document: () =>
      from(prenatal('Falk', { outcome: 'Ended', endedOn: daysAgo(2), ending: 'Miscarriage' }, ['A']), {
        ...{ patient: 'fetus-1', specimenType: 'Fetal Tissue', tissue: 'POC', dateOfCollection: daysAgo(1) },
        contamination: {
          ...{ contaminationPlan: 'refused', maternalNumber: '' },
          contaminationReason: 'She has left',
        },
      }),
    hl7: [
      '|ST|PREGNANCY-ENDING^How the pregnancy ended^L||Miscarriage|',
      `|DT|PREGNANCY-ENDED^Day the pregnancy ended^L||${day(daysAgo(2))}|`,
      '|ST|MATERNAL-CELLS^Check for maternal cells^L||Refused, She has left|',
      '||Fetal Tissue^Fetal Tissue^L^',
    ],
    fhir: ['Check for maternal cells: Refused, She has left'],
    never: ['49051-6'],
  },
]

const SPECIMENS: AwkwardOrder[] = [
  {
    name: '4. saliva of a boy with his sister’s marrow',
    document: () =>
      from(
        orderOf('Aas', {
          sex: 'Male',
          bloodHistory: { transplant: 'Allogeneic', transplantedOn: daysAgo(400), transplantDonor: 'Sister' },
        }),
        { specimenType: 'Saliva' },
      ),
    refused: ['donor-cells /samples/0/specimenType'],
  },
  {
    name: '5. a newborn after an exchange transfusion, and the spot from before it',
    document: () => {
      const born = daysAgo(3)
      const bloodHistory = {
        transfusion: 'Yes',
        transfusedOn: daysAgo(2),
        transfusionProduct: 'Exchange',
        transplant: 'No',
      } as const
      return from(orderOf('Bakke', { firstName: 'Girl', dateOfBirth: born, bloodHistory }), {
        dateOfCollection: born,
      })
    },
    hl7: [
      '|CE|56836-0^History of blood transfusion^LN|{id}-proband|Y^Yes^HL70136|',
      `|DT|TRANSFUSION-DATE^Last transfusion^L|{id}-proband|${day(daysAgo(2))}|`,
      '|ST|TRANSFUSION-PRODUCT^What was transfused^L|{id}-proband|Exchange|',
    ],
    fhir: ['"text":"What was transfused"'],
  },
  {
    name: '6. skin of a woman with lymphoma',
    document: () =>
      from(
        orderOf('Carlsen', {
          dateOfBirth: bornYearsAgo(48),
          bloodHistory: { bloodCancer: 'Yes', transplant: 'No', transfusion: 'No' },
        }),
        { specimenType: 'Skin Biopsy', site: 'Forearm', side: 'L', role: 'Proband', state: 'Direct' },
      ),
    hl7: [
      '|CE|BLOOD-CANCER^Has an active leukemia or lymphoma^L|{id}-proband|Y^Yes^HL70136|',
      '|^Forearm|L^Left^HL70495||P^Proband^HL70369|',
    ],
    fhir: ['"bodySite":{"text":"Forearm, left"}', '"text":"Role: Proband"'],
  },
]

const VARIANTS: AwkwardOrder[] = [
  {
    name: '7. a variant by its old name, with the report',
    document: () =>
      orderOf(
        'Dahl',
        { dateOfBirth: bornYearsAgo(41) },
        {
          knownVariants: [
            variant({
              ...{ kind: 'sequence', gene: 'BRCA2', hgncId: 'HGNC:1101', asWritten: 'BRCA2 6174delT' },
              ...{ variantClass: 'Pathogenic', classifiedOn: '2019-05-04', purpose: 'predictive' },
              ...{ laboratory: 'Invented Genetics', laboratoryNumber: 'IG-7', report: 'to-follow' },
              carrier: {
                ...{ patient: '', firstName: 'Siri', lastName: 'Dahl', dateOfBirth: '1952-02-02' },
                ...{ relation: 'Mother', side: 'Maternal' },
              },
            }),
          ],
        },
      ),
    hl7: [
      '|ST|VARIANT-AS-WRITTEN^The variant as its report writes it^L|1|BRCA2 6174delT|',
      '|CE|48018-6^Gene studied [ID]^LN|1|HGNC:1101^BRCA2^HGNC|',
      'PID|1||{id}-v1^^^KARYO^PI||Dahl^Siri||19520202',
    ],
    fhir: ['BRCA2 6174delT', '"value":"{id}-v1"'],
    never: ['c.5946'],
  },
  {
    name: '8. the deletion of an exon with its build',
    document: () =>
      orderOf(
        'Eide',
        { dateOfBirth: bornYearsAgo(35) },
        {
          knownVariants: [
            variant({
              ...{ kind: 'exon', gene: 'DMD', hgncId: 'HGNC:2928', exons: '5', build: 'GRCh37' },
              ...{ transcript: 'NM_004006.3', purpose: 'carrier', laboratory: 'Invented Genetics' },
              ...{ laboratoryNumber: 'IG-8', report: 'to-follow', zygosity: 'Hemizygous' },
              carrier: {
                ...{ patient: '', firstName: 'Per', lastName: 'Eide', dateOfBirth: '2015-01-01' },
                ...{ relation: 'Child', side: '' },
              },
            }),
          ],
        },
      ),
    hl7: [
      '|ST|VARIANT-EXONS^Exons^L|1|5|',
      '|CE|62374-4^Human reference sequence assembly version^LN|1|LA14029-5^GRCh37^LN|',
    ],
    fhir: ['LA14029-5'],
  },
  {
    name: '9. an unaffected uncle of 71, to see whether a variant travels with the disease',
    document: () =>
      orderOf(
        'Foss',
        { sex: 'Male', dateOfBirth: bornYearsAgo(71), affected: 'Unaffected' },
        {
          knownVariants: [
            variant({
              ...{ kind: 'sequence', gene: 'MYH7', hgncId: 'HGNC:7577', transcript: 'NM_000257.4' },
              ...{ cdna: 'c.1208G>A', variantClass: 'Uncertain significance', classifiedOn: '2026-05-04' },
              ...{ laboratory: 'Invented Genetics', laboratoryNumber: 'IG-9', report: 'to-follow' },
              ...{ purpose: 'segregation', reportDate: daysAgo(30) },
              carrier: {
                ...{ patient: '', firstName: 'Lan', lastName: 'Foss', dateOfBirth: '1999-01-02' },
                ...{ relation: 'Niece', side: '' },
              },
            }),
          ],
        },
      ),
    hl7: [
      '|ST|AFFECTED^Has what is tested for^L|{id}-proband|Unaffected|',
      '|CE|53037-8^Genetic variation clinical significance [Imp]^LN|1|LA26333-7^Uncertain significance^LN|',
      '|ST|48004-6^DNA change (c.HGVS)^LN|1|c.1208G>A|',
      'PID|1||{id}-v1^^^KARYO^PI||Foss^Lan||19990102',
    ],
    fhir: ['LA26333-7'],
  },
]

const CONSENTS: AwkwardOrder[] = [
  {
    name: '10. a guardian signs for an adult son, by a court order',
    document: () =>
      orderOf(
        'Gran',
        {
          sex: 'Male',
          dateOfBirth: bornYearsAgo(27),
          guardian: {
            ...{ signingReason: 'No capacity', firstName: 'Anne', lastName: 'Gran' },
            ...{ authority: 'Legal guardian', authorityEvidence: 'Court order 12/7', guardianPhone: '' },
          },
        },
        {
          consentRecords: [
            {
              ...blankRecord('proband'),
              ...{ signer: 'legal-guardian', signerName: 'Anne Gran', relation: 'Mother' },
              ...{ evidence: 'Court order 12/7', signedOn: daysAgo(1), method: 'paper', assent: 'unable' },
            },
          ],
        },
      ),
    hl7: [
      '|FT|SIGNER^Who signs^L|{id}-proband|Anne Gran, Legal guardian, Court order 12/7|',
      '|CE|19826-7^Informed consent obtained^LN|{id}-proband|Y^Yes^HL70136|',
      'Court order 12/7',
    ],
    fhir: ['"resourceType":"Consent"', `"dateTime":"${daysAgo(1)}"`, 'Anne Gran'],
  },
]

const SEX_AND_ORIGIN: AwkwardOrder[] = [
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

const ORIGIN_OF_DONOR: AwkwardOrder = {
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

const COLLECTION: AwkwardOrder[] = [
  {
    name: '16. a specimen to the minute, who took it, and whom to call',
    document: () => ({
      ...from(orderOf('Moe', { firstName: 'Boy', dateOfBirth: daysAgo(1) }), {
        ...{ timeOfCollection: '00:05', timeZone: 'America/Chicago', collector: 'R. Quill, RN' },
        additive: 'EDTK',
      }),
      urgentContact: { name: 'Dr. Vale', phone: '+1 312 555 0142' },
      priority: { level: 'STAT', reason: 'Critically ill', neededBy: daysAgo(-5) },
    }),
    hl7: [
      `TQ1|1|||||||${day(daysAgo(-5))}|S^Stat^HL70485`,
      '|ST|PRIORITY-REASON^Why the result is needed sooner^L||Critically ill|',
      `|${day(daysAgo(0))}0005-0`,
      '|||^R. Quill, RN|',
      '|ST|COLLECTOR^Who collected it^L||R. Quill, RN|',
      '|EDTK^',
      '|ST|URGENT-CONTACT^Whom to call with urgent results^L||',
    ],
    fhir: [
      '"priority":"stat"',
      `"occurrencePeriod":{"end":"${daysAgo(-5)}"}`,
      `"collectedDateTime":"${daysAgo(0)}T00:05:00-0`,
      '"display":"R. Quill, RN"',
    ],
  },
  {
    name: '17. an archived block whose day is an estimate',
    document: () =>
      from(orderOf('Nygaard', { dateOfBirth: bornYearsAgo(60) }), {
        ...{
          dateOfCollection: '2016-04-01',
          isEstimated: true,
          blockId: 'B16-204',
          fixation: '10% formalin',
        },
        specimenType: 'FFPE Blocks',
      }),
    hl7: [
      '|20160401|',
      '|ST|COLLECTION-ESTIMATED^The time of collection is an estimate^L||Yes|',
      '|ST|BLOCK-ID^Block^L||B16-204|',
    ],
    fhir: ['"collectedDateTime":"2016-04-01"', 'Block: B16-204'],
  },
]

export const AWKWARD_ORDERS = [
  ...SUBJECTS,
  ...SPECIMENS,
  ...VARIANTS,
  ...CONSENTS,
  ...SEX_AND_ORIGIN,
  ...COLLECTION,
  ORIGIN_OF_DONOR,
]
