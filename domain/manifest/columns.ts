import {
  AFFECTED,
  APPROACHES,
  BILLING_TYPES,
  COUNTRIES,
  ETHNICITIES,
  HOLDER_RELATIONSHIPS,
  IMAGING_TYPES,
  INSURANCE_KINDS,
  NORMAL_ABNORMAL,
  PAYMENT_METHODS,
  RELATIONSHIPS,
  SEXES,
  SPECIMEN_TYPES,
  TISSUES,
  YES_NO,
} from '../lookups.ts'
import { PROBAND } from '../orders/document.ts'
import { PRIORITIES, PRIORITY_REASONS } from '../orders/priority.ts'
import { ANCESTRIES, HISPANIC_ANSWERS, RACE_ANSWERS } from '../orders/race-and-ancestry.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { SEXES_ASSIGNED_AT_BIRTH } from '../orders/sex-and-gender.ts'
import { ownTypesOf } from '../specimens/own-types.ts'
import {
  choice,
  choices,
  date,
  genes,
  identifier,
  otherCountry,
  type ReadCell,
  text,
  yesNo,
} from './cells.ts'
import { consentRecordColumns } from './consent-columns.ts'
import { phenotypeColumns } from './phenotype-columns.ts'
import { questionColumns, withDistinctHeadings } from './question-columns.ts'
import { bloodColumns, specimenColumns } from './specimen-columns.ts'
import {
  contaminationColumns,
  deathColumns,
  fetusColumns,
  fetusKeys,
  guardianColumns,
  isOfferedBeforeBirth,
  kinshipColumns,
  parentageColumns,
  pregnancyColumns,
  readCount,
  type SubjectColumn,
} from './subject-columns.ts'
import { variantColumns } from './variant-columns.ts'

/** One column of a manifest. */
export interface Column {
  heading: string
  /** Where its cell goes in a row's content (row.ts); '' if it is about the row and not the order. */
  path: string
  read: ReadCell
  /** The example shown on the page. */
  example: string
  /** The values of a closed list. */
  values: readonly string[]
  /** Whether a cell may hold more than one of them. */
  several: boolean
  /** Whether it may hold anything else besides. */
  isOpen?: boolean
  /** Whether it refuses every content, because a row can't hold what the order has there. */
  isLeftEmpty?: boolean
}

/** The clinic's own name for the row: together with the test it identifies a row that was uploaded before. */
export const REFERENCE = 'Reference'
/** The reason to submit the order in spite of its warnings. */
export const REASON = 'Reason to go ahead'
export const TEST_CODE = 'Test code'
export const GENES_PATH = '/tests/0/genes'
export const MRN = 'MRN'
/**
 * A row's cells beyond the file's headings; not a column of the template. While it has any content, the row
 * is invalid.
 */
export const BEYOND = 'Cells beyond the headings'
/** The columns that an annotated file adds to each row; ignored when it is read back. */
export const ANNOTATIONS = ['Outcome', 'Order', 'What is wrong'] as const
export const MOST_INDICATIONS = 3

const SEX_WORDS = { m: 'Male', f: 'Female', u: 'Unknown' }
const BILLING_WORDS = { institutional: 'Intitutional', institution: 'Intitutional', patient: 'SelfPay' }
/** Labels for people; each can be read back by its letters, or by a word of the list above. */
const BILLING_LABELS = ['Self-pay', 'Institution', 'Insurance', 'Do not bill']
const ETHNICITY_NAMES = ETHNICITIES.map((one) => one.name)
const YES_NO_WORDS = { y: 'Yes', n: 'No' }

/** Fields that hold a number of many digits. */
const IDENTIFIERS = /\/(recordNumber|memberId|groupNumber|npi|laboratoryNumber|maternalNumber)$/

const column = (
  heading: string,
  path: string,
  read: ReadCell = text,
  example = '',
  values: readonly string[] = [],
): Column => ({
  ...{ heading, path, example, values, several: false },
  read: read === text && IDENTIFIERS.test(path) ? identifier : read,
})

const oneOf = (
  heading: string,
  path: string,
  values: readonly string[],
  example = '',
  words: Readonly<Record<string, string>> = {},
  labels: readonly string[] = values,
) => column(heading, path, choice(values, words, labels), example, labels)

const severalOf = (heading: string, path: string, values: readonly string[]): Column => ({
  ...column(heading, path, choices(values), '', values),
  several: true,
})

export const relativeKey = (number: number) => `relative-${number}`

/**
 * How many relatives a row has columns for: at least two, because a test that requires none may still be for
 * a family.
 */
export function relativesOf(test: OrderableTest): number {
  return Math.max(2, test.relatives)
}

/** A column by its description; `title` names the person. */
const made = (title: (name: string) => string) => (one: SubjectColumn) => {
  const heading = title(one.heading)
  if (one.kind === 'choice')
    return oneOf(
      ...([heading, one.path, one.values, '', one.labels ?? {}] as const),
      one.labels ? Object.keys(one.labels) : one.values,
    )
  const read = { text, date, count: readCount }[one.kind]
  return column(heading, one.path, read)
}

const specimenNames = (test: OrderableTest) => [
  ...SPECIMEN_TYPES,
  ...ownTypesOf([test]).map(({ name }) => name),
]

/** The specimen of a person or fetus. */
function specimenOf(
  key: string,
  title: (name: string) => string,
  test: OrderableTest,
  example = '',
): Column[] {
  const at = `/samples/${key}`
  return [
    {
      ...oneOf(title('Specimen type'), `${at}/specimenType`, specimenNames(test), example),
      // Other types can be read: the rules report that they do not suit this test.
      values: test.specimens,
    },
    column(title('Date of collection'), `${at}/dateOfCollection`, date),
    oneOf(title('Tissue'), `${at}/tissue`, TISSUES),
    oneOf(title('Approach'), `${at}/approach`, APPROACHES),
    ...specimenColumns(test, key).map(made(title)),
  ]
}

/** The pregnancy, and its fetuses or losses with their specimens, of a test that may be for them. */
function prenatal(test: OrderableTest): Column[] {
  if (!isOfferedBeforeBirth(test)) return []
  return [
    ...pregnancyColumns(test).map(made((name) => name)),
    ...fetusKeys.flatMap((key, index) => {
      const title = (name: string) => `Fetus ${index + 1}: ${name}`
      return [
        ...fetusColumns(key).map(made(title)),
        ...specimenOf(key, title, test),
        ...contaminationColumns(key).map(made(title)),
        ...phenotypeColumns(test, key).map(({ heading, path, read }) => column(title(heading), path, read)),
      ]
    }),
  ]
}

function person(key: string, title: (name: string) => string, test: OrderableTest): Column[] {
  const at = `/patients/${key}`
  const proband = key === PROBAND
  const ifProband = (example: string) => (proband ? example : '')
  return [
    ...(proband
      ? []
      : [
          oneOf(title('Relationship'), `${at}/relationship`, RELATIONSHIPS.slice(1)),
          oneOf(title('Affected'), `${at}/affected`, AFFECTED),
        ]),
    // In a family test of a fetus its mother is compared.
    ...(proband && test.relatives > 0 && isOfferedBeforeBirth(test) && !test.knownVariant
      ? [oneOf('Affected', `${at}/affected`, AFFECTED)]
      : []),
    column(title('First name'), `${at}/firstName`, text, ifProband('Example')),
    column(title('Last name'), `${at}/lastName`, text, ifProband('Patient')),
    column(title('Date of birth'), `${at}/dateOfBirth`, date, ifProband('2019-03-14')),
    oneOf(title('Sex'), `${at}/sex`, SEXES, ifProband('Female'), SEX_WORDS),
    ...(proband
      ? [
          severalOf('Ethnicities', `${at}/ethnicities`, ETHNICITY_NAMES),
          oneOf('Sex assigned at birth', `${at}/sexAndGender/assignedAtBirth`, SEXES_ASSIGNED_AT_BIRTH),
          column('Name to use', `${at}/sexAndGender/nameToUse`),
          severalOf('Race', `${at}/raceAndEthnicity/races`, RACE_ANSWERS),
          oneOf('Hispanic or Latino origin', `${at}/raceAndEthnicity/hispanic`, HISPANIC_ANSWERS),
          column(MRN, `${at}/recordNumber`),
          column('Phone', `${at}/contacts/0/value`),
          column('E-mail', `${at}/contacts/1/value`),
          column('Address', `${at}/addresses/0/addressLine1`),
          column('City', `${at}/addresses/0/city`),
          column('State', `${at}/addresses/0/state`),
          column('ZIP code', `${at}/addresses/0/postalCode`),
          oneOf('Country', `${at}/addresses/0/country`, COUNTRIES, '', { us: 'USA', 'united states': 'USA' }),
          column('Which country', `${at}/addresses/0/otherCountry`, otherCountry),
        ]
      : []),
    ...(test.ancestry
      ? [
          severalOf(title('Ancestry, mother’s side'), `${at}/ancestry/maternal`, ANCESTRIES),
          severalOf(title('Ancestry, father’s side'), `${at}/ancestry/paternal`, ANCESTRIES),
        ]
      : []),
    ...kinshipColumns(test, key).map(made(title)),
    ...deathColumns(test, key).map(made(title)),
    ...specimenOf(key, title, test, ifProband(test.specimens[0] ?? '')),
    ...bloodColumns(test, key).map(made(title)),
    ...test.consents.map((question) =>
      column(
        title(`Consent: ${question.title}`),
        `/consents/${key}/${question.id}`,
        yesNo,
        ifProband('Yes'),
        YES_NO,
      ),
    ),
    ...guardianColumns(test, key).map(made(title)),
    ...phenotypeColumns(test, key).map(({ heading, path, read }) => column(title(heading), path, read)),
    ...consentRecordColumns(test, key).map(({ heading, path, read, values }) =>
      column(title(heading), path, read, '', values),
    ),
    ...questionColumns(test.questionnaires, key, title),
  ]
}

/** For rows of a file: the template has no such column. */
export const BEYOND_COLUMN = column(BEYOND, '')

/** Sections of the form that only some tests need, by their names in `OrderableTest.needs`. */
const SECTION_COLUMNS: Record<OrderableTest['needs'][number], readonly Column[]> = {
  notes: [],
  priorTesting: [oneOf('Prior testing', '/priorTesting/performed', YES_NO, '', YES_NO_WORDS)],
  familyHistory: [
    oneOf('Family history', '/familyHistory/familyHistoryOfDiseaseBeingTested', YES_NO, '', YES_NO_WORDS),
  ],
  imaging: [
    oneOf('Imaging', '/imaging/1/type', IMAGING_TYPES),
    oneOf('Imaging result', '/imaging/1/result', NORMAL_ABNORMAL),
    column('Imaging date', '/imaging/1/date', date),
  ],
  familyTesting: [
    column('Family variant: gene', '/familyTestingRequest/targetSequencingData/gene'),
    column('Family variant: variant', '/familyTestingRequest/targetSequencingData/variant'),
    column('Family variant: first name', '/familyTestingRequest/targetSequencingData/probandFirstName'),
    column('Family variant: last name', '/familyTestingRequest/targetSequencingData/probandLastName'),
    column(
      'Family variant: relationship',
      '/familyTestingRequest/targetSequencingData/relationshipToProband',
    ),
  ],
}

/** The columns of a test's manifest, in the order of the template. Headings are case-insensitive. */
export function columnsOf(test: OrderableTest): Column[] {
  const insurance = '/payment/insurance'
  const numbers = Array.from({ length: relativesOf(test) }, (_, index) => index + 1)
  const indications = Array.from({ length: MOST_INDICATIONS }, (_, index) => index + 1)
  const columns = [
    column(REFERENCE, '', identifier),
    column(TEST_CODE, '/tests/0/testCode', text, test.code),
    ...(test.geneChoice === 'all'
      ? []
      : [column('Genes', GENES_PATH, genes(test.genes), test.genes[0] ?? '')]),
    ...person(PROBAND, (name) => name, test),
    ...prenatal(test),
    ...indications.flatMap((number) => [
      column(
        `ICD-10 code ${number}`,
        `/indicationsForTesting/${number}/code`,
        text,
        number === 1 ? 'G40.309' : '',
      ),
      column(
        `Indication ${number}`,
        `/indicationsForTesting/${number}/description`,
        text,
        number === 1 ? 'Generalized idiopathic epilepsy' : '',
      ),
    ]),
    column('Clinical notes', '/clinicalNotes'),
    ...[...new Set(test.needs)].flatMap((part) =>
      part === 'familyTesting' && test.knownVariant ? [] : SECTION_COLUMNS[part],
    ),
    ...variantColumns(test).map(made((name) => name)),
    // A family study asks whether the patient is affected.
    ...(test.knownVariant ? [oneOf('Affected', `/patients/${PROBAND}/affected`, AFFECTED)] : []),
    ...questionColumns(test.questionnaires, null),
    oneOf('Billing', '/payment/billingType', BILLING_TYPES, 'Institution', BILLING_WORDS, BILLING_LABELS),
    oneOf('Payment method', '/payment/paymentMethod', PAYMENT_METHODS),
    column('Insurance company', `${insurance}/company`),
    oneOf('Insurance kind', `${insurance}/kind`, INSURANCE_KINDS),
    column('Member ID', `${insurance}/memberId`),
    column('Group number', `${insurance}/groupNumber`),
    oneOf('Patient’s relationship to policyholder', `${insurance}/holderRelationship`, HOLDER_RELATIONSHIPS),
    column('Policy holder first name', `${insurance}/holderFirstName`),
    column('Policy holder last name', `${insurance}/holderLastName`),
    column('Policy holder date of birth', `${insurance}/holderDateOfBirth`, date),
    column('Provider NPI', '/orderingProvider/npi', text, '1234567893'),
    column('Provider first name', '/orderingProvider/firstName', text, 'Ada'),
    column('Provider last name', '/orderingProvider/lastName', text, 'Okafor'),
    column('VA station', '/vaStation'),
    oneOf('Priority', '/priority/level', PRIORITIES),
    oneOf('Priority: reason', '/priority/reason', PRIORITY_REASONS),
    column('Priority: explanation', '/priority/explanation'),
    column('Needed by', '/priority/neededBy', date),
    column('Urgent results: name', '/urgentContact/name'),
    column('Urgent results: phone', '/urgentContact/phone'),
    ...numbers.flatMap((number) =>
      person(relativeKey(number), (name) => `Relative ${number}: ${name}`, test),
    ),
    ...parentageColumns(test, numbers.map(relativeKey)).map(made((name) => name)),
    column(REASON, ''),
  ]
  return withDistinctHeadings(columns, [...ANNOTATIONS, BEYOND])
}
