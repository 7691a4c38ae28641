import { blankVariant, type KnownVariant } from '#domain/orders/known-variants.ts'
import { COLLECTION } from './awkward-collection.ts'
import { CONSENTS } from './awkward-consents.ts'
import { ORIGIN_OF_DONOR, SEX_AND_ORIGIN } from './awkward-identities.ts'
import type { AwkwardOrder } from './awkward-order.ts'
import { bornYearsAgo, day, daysAgo, from, orderOf, prenatal, relative } from './awkward-people.ts'

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

const EXTRACT: AwkwardOrder = {
  name: '23. DNA that an accredited laboratory extracted',
  document: () =>
    from(orderOf('Sandvik', { dateOfBirth: bornYearsAgo(50), bloodHistory: { transplant: 'No' } }), {
      ...{ specimenType: 'Extracted DNA', state: 'Extracted', concentration: '50' },
      ...{ extractedBy: 'Quay Labs', accreditation: 'CLIA 99D0000000' },
    }),
  hl7: [
    '||Extracted DNA^Extracted DNA^L^258566005^',
    '|ST|EXTRACTED-BY^Laboratory that extracted it^L||Quay Labs|',
    '|ST|EXTRACTION-ACCREDITATION^Accreditation of that laboratory^L||CLIA 99D0000000|',
  ],
  fhir: ['Laboratory that extracted it: Quay Labs', 'CLIA 99D0000000'],
}

const SPECIMENS_BESIDE: AwkwardOrder = {
  name: '21. blood of a woman with lymphoma, with the reason for it',
  document: () =>
    orderOf('Ruud', {
      dateOfBirth: bornYearsAgo(48),
      bloodHistory: { bloodCancer: 'Yes', transplant: 'No', transfusion: 'No' },
    }),
  hl7: [
    '|CE|BLOOD-CANCER^Has an active leukemia or lymphoma^L|{id}-proband|Y^Yes^HL70136|',
    '|FT|WARNING-OVERRIDDEN^Ordered in spite of a warning, because^L|1|blood-cancer',
  ],
  fhir: ['Discussed with the laboratory.'],
}

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
    name: '22. the same deletion with a test that sequences one place',
    document: () => {
      const order = orderOf(
        'Strand',
        { dateOfBirth: bornYearsAgo(35), affected: 'Unaffected' },
        {
          knownVariants: [
            variant({
              ...{ kind: 'exon', gene: 'DMD', hgncId: 'HGNC:2928', exons: '5', build: 'GRCh37' },
              ...{ transcript: 'NM_004006.3', purpose: 'carrier', laboratory: 'Invented Genetics' },
              ...{ laboratoryNumber: 'IG-8', report: 'to-follow', zygosity: 'Hemizygous' },
              carrier: {
                ...{ patient: '', firstName: 'Per', lastName: 'Strand', dateOfBirth: '2015-01-01' },
                ...{ relation: 'Child', side: '' },
              },
            }),
          ],
        },
      )
      return { ...order, tests: order.tests.map((test) => ({ ...test, testCode: 'KNO9' })) }
    },
    refused: ['conflicts /knownVariants/0/kind'],
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

export const AWKWARD_ORDERS = [
  ...SUBJECTS,
  ...SPECIMENS,
  SPECIMENS_BESIDE,
  EXTRACT,
  ...VARIANTS,
  ...CONSENTS,
  ...SEX_AND_ORIGIN,
  ...COLLECTION,
  ORIGIN_OF_DONOR,
]
