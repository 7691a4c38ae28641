import { isTestingConsent } from '../consent/consent.ts'
import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { Sex, SpecimenType } from '../lookups.ts'
import { isNpi } from '../npi/npi.ts'
import type { OrderDocument } from './document.ts'
import {
  type Check,
  email,
  icd10,
  ifGiven,
  matches,
  needed,
  pastDate,
  phone,
  postalCode,
} from './field-checks.ts'

/** What ordering must know of a test of the catalogue. */
export interface OrderableTest {
  code: string
  testName: string
  specimens: readonly SpecimenType[]
  sex: Sex | ''
  consents: readonly { id: string; title: string; required: boolean }[]
}

/** The parts of the order form, in the order in which they are shown. */
export const ORDER_SECTIONS = [
  'tests',
  'patient',
  'specimens',
  'clinical',
  'consents',
  'payment',
  'provider',
] as const
export type OrderSection = (typeof ORDER_SECTIONS)[number]

/** One thing an order still needs: at which field (JSON pointer), by which rule, and in words. */
export interface OpenPoint {
  path: string
  rule: string
  message: string
  section: OrderSection
}

interface Facts {
  document: OrderDocument
  /** The tests of the document as the catalogue has them; one that it does not have is missing here. */
  tests: readonly OrderableTest[]
  /** The laboratory's date. */
  today: IsoDate
}

type Found = Omit<OpenPoint, 'section'>

/** Specimens that may have been taken before the patient was born, and the DNA extracted from them. */
const PRENATAL: readonly string[] = ['CVS', 'Amniotic Fluid', 'Fetal Blood', 'Extracted DNA']

function apply<T>(facts: Facts, path: string, value: T, ...checks: Check<T>[]): Found[] {
  for (const [rule, broken] of checks) {
    const message = broken(value, facts.today)
    if (message !== null) return [{ path, rule, message }]
  }
  return []
}

function tests(facts: Facts): Found[] {
  const { document } = facts
  const known = new Set(facts.tests.map((test) => test.code))
  const missing = document.tests.every((test) => test.testCode === '')
  const path = document.tests.length === 0 ? '/tests' : '/tests/0/testCode'
  const all = [
    ...document.tests.map((test, index) => ({ test, path: `/tests/${index}/testCode` })),
    ...document.addOnTests.map((test, index) => ({ test, path: `/addOnTests/${index}/testCode` })),
  ].filter(({ test }) => test.testCode !== '')
  const wrong = all.flatMap(({ test, path }, index) => {
    if (!known.has(test.testCode))
      return [{ path, rule: 'unknown', message: `Test ${test.testCode} is not in the catalogue` }]
    if (all.slice(0, index).some((earlier) => earlier.test.testCode === test.testCode))
      return [{ path, rule: 'repeated', message: `Test ${test.testCode} is in this order twice` }]
    return []
  })
  return missing ? [{ path, rule: 'required', message: 'A test is required' }, ...wrong] : wrong
}

function patients(facts: Facts): Found[] {
  if (facts.document.patients.length === 0)
    return [{ path: '/patients', rule: 'required', message: 'A patient is required' }]
  return facts.document.patients.flatMap((patient, index) => {
    const at = `/patients/${index}`
    return [
      ...apply(facts, `${at}/relationship`, patient.relationship, [
        'conflicts',
        (relationship) =>
          (relationship === 'Proband') === (index === 0)
            ? null
            : 'The first person of an order is the proband, and nobody else',
      ]),
      ...apply(facts, `${at}/firstName`, patient.firstName, ['required', needed('First name')]),
      ...apply(facts, `${at}/lastName`, patient.lastName, ['required', needed('Last name')]),
      ...apply(
        facts,
        `${at}/dateOfBirth`,
        patient.dateOfBirth,
        ['required', needed('Date of birth')],
        ['date', pastDate('Date of birth')],
      ),
      ...apply(
        facts,
        `${at}/sex`,
        patient.sex,
        ['required', needed('Sex')],
        [
          'conflicts',
          (sex) => {
            const only = facts.tests.find((test) => test.sex !== '' && test.sex !== sex)
            return index === 0 && only && (sex === 'Male' || sex === 'Female')
              ? `${only.testName} is for ${only.sex.toLowerCase()} patients only`
              : null
          },
        ],
      ),
      ...apply(facts, `${at}/email`, patient.email, ['email', ifGiven(email)]),
      ...apply(facts, `${at}/phone`, patient.phone, ['phone', ifGiven(phone('phone'))]),
      ...apply(facts, `${at}/address/postalCode`, patient.address.postalCode, [
        'postal-code',
        ifGiven(postalCode(patient.address.state)),
      ]),
    ]
  })
}

function specimens(facts: Facts): Found[] {
  const { document } = facts
  if (document.samples.length === 0)
    return [{ path: '/samples', rule: 'required', message: 'A specimen is required' }]
  const suits = (test: OrderableTest, type: string) => test.specimens.some((one) => one === type)
  return document.samples.flatMap((sample, index) => {
    const at = `/samples/${index}`
    const ofPerson = document.samples.filter((other) => other.patient === sample.patient)
    const born = document.patients[sample.patient]?.dateOfBirth ?? ''
    return [
      ...(sample.patient < document.patients.length
        ? []
        : [
            {
              path: `${at}/patient`,
              rule: 'unknown',
              message: 'The specimen belongs to nobody of this order',
            },
          ]),
      ...apply(
        facts,
        `${at}/specimenType`,
        sample.specimenType,
        ['required', needed('Specimen type')],
        [
          'conflicts',
          // Of several specimens of a person each serves one test at least, and each test has one.
          (type) => {
            const useful = facts.tests.some((test) => suits(test, type))
            const refused = facts.tests.find(
              (test) =>
                !suits(test, type) && !(useful && ofPerson.some((other) => suits(test, other.specimenType))),
            )
            return refused
              ? `${refused.testName} is not done on ${type}. It takes ${refused.specimens.join(', ')}`
              : null
          },
        ],
      ),
      ...apply(
        facts,
        `${at}/dateOfCollection`,
        sample.dateOfCollection,
        ['date', ifGiven(pastDate('Date of collection'))],
        [
          'before-birth',
          (value) =>
            value !== '' && readIsoDate(born) && value < born && !PRENATAL.includes(sample.specimenType)
              ? 'The specimen was collected before the patient was born'
              : null,
        ],
      ),
    ]
  })
}

function clinical(facts: Facts): Found[] {
  const { indicationsForTesting: list } = facts.document
  if (list.length === 0)
    return [
      { path: '/indicationsForTesting', rule: 'required', message: 'At least one indication is required' },
    ]
  return list.flatMap((indication, index) => {
    const at = `/indicationsForTesting/${index}`
    return [
      ...apply(
        facts,
        `${at}/code`,
        indication.code,
        ['required', needed('ICD-10 code')],
        ['icd10', icd10],
        [
          'repeated',
          (code) =>
            list.slice(0, index).some((earlier) => earlier.code === code) ? `${code} is listed twice` : null,
        ],
      ),
      ...apply(facts, `${at}/description`, indication.description, [
        'required',
        needed('A description of the indication'),
      ]),
    ]
  })
}

function consents(facts: Facts): Found[] {
  const { document } = facts
  const asked = new Map(facts.tests.flatMap((test) => test.consents).map((consent) => [consent.id, consent]))
  const stray = document.consents.flatMap((answer, index) => {
    const path = `/consents/${index}/consentId`
    if (document.consents.slice(0, index).some((earlier) => earlier.consentId === answer.consentId))
      return [{ path, rule: 'repeated', message: 'This consent is answered twice' }]
    if (asked.has(answer.consentId) || facts.tests.length === 0) return []
    return [{ path, rule: 'unknown', message: 'This consent is not asked for these tests' }]
  })
  const open = [...asked.values()].flatMap((consent) => {
    const index = document.consents.findIndex((answer) => answer.consentId === consent.id)
    const answer = index < 0 ? null : (document.consents[index]?.answer ?? null)
    const path = `/consents/${consent.id}`
    if (consent.required && answer === null)
      return [{ path, rule: 'required', message: `${consent.title}: an answer is required` }]
    if (isTestingConsent(consent.title) && answer === false)
      return [{ path, rule: 'refused', message: 'Nothing is tested without the consent for genetic testing' }]
    return []
  })
  return [...open, ...stray]
}

function payment(facts: Facts): Found[] {
  const { billingType, insurance, paymentMethod } = facts.document.payment
  const at = '/payment'
  const who = apply(
    facts,
    `${at}/billingType`,
    billingType,
    ['required', needed('Who pays')],
    [
      'conflicts',
      (type) =>
        facts.document.isVOB && type !== 'Insurance' ? 'Benefits are verified with an insurance only' : null,
    ],
  )
  if (billingType === 'SelfPay')
    return [
      ...who,
      ...apply(facts, `${at}/paymentMethod`, paymentMethod, [
        'required',
        (value) => (value === 'None' ? 'How the patient pays is required' : null),
      ]),
    ]
  if (billingType !== 'Insurance') return who
  const holder =
    insurance.holderRelationship === '' || insurance.holderRelationship === 'Self'
      ? []
      : [
          ...apply(facts, `${at}/insurance/holderFirstName`, insurance.holderFirstName, [
            'required',
            needed('Policy holder’s first name'),
          ]),
          ...apply(facts, `${at}/insurance/holderLastName`, insurance.holderLastName, [
            'required',
            needed('Policy holder’s last name'),
          ]),
          ...apply(
            facts,
            `${at}/insurance/holderDateOfBirth`,
            insurance.holderDateOfBirth,
            ['required', needed('Policy holder’s date of birth')],
            ['date', pastDate('Policy holder’s date of birth')],
          ),
        ]
  return [
    ...apply(facts, `${at}/insurance/company`, insurance.company, ['required', needed('Insurance company')]),
    ...apply(
      facts,
      `${at}/insurance/memberId`,
      insurance.memberId,
      ['required', needed('Member ID')],
      ['member-id', matches(/^[A-Za-z0-9][A-Za-z0-9 -]*$/, 'A member ID has letters and digits only')],
    ),
    ...apply(facts, `${at}/insurance/holderRelationship`, insurance.holderRelationship, [
      'required',
      needed('Policy holder'),
    ]),
    ...holder,
  ]
}

function provider(facts: Facts): Found[] {
  const { orderingProvider, recipients } = facts.document
  return [
    ...apply(
      facts,
      '/orderingProvider/npi',
      orderingProvider.npi,
      ['required', needed('An ordering provider')],
      ['npi', (npi) => (isNpi(npi) ? null : `${npi} is not a valid NPI`)],
    ),
    ...apply(facts, '/orderingProvider/lastName', orderingProvider.lastName, [
      'required',
      // Without an NPI there is no provider yet, and one point says so.
      (name, today) =>
        orderingProvider.npi.trim() === '' ? null : needed('The ordering provider’s last name')(name, today),
    ]),
    ...recipients.flatMap((recipient, index) => [
      ...apply(facts, `/recipients/${index}/name`, recipient.name, [
        'required',
        needed('The recipient’s name'),
      ]),
      ...apply(facts, `/recipients/${index}/email`, recipient.email, ['email', ifGiven(email)]),
      ...apply(facts, `/recipients/${index}/fax`, recipient.fax, ['phone', ifGiven(phone('fax'))]),
    ]),
  ]
}

const SECTION_RULES = {
  tests,
  patient: patients,
  specimens,
  clinical,
  consents,
  payment,
  provider,
} as const satisfies Record<OrderSection, (facts: Facts) => Found[]>

/**
 * Everything an order still needs before it can be submitted, all at once, in the order of the form. The form, the
 * API and (later) the manifest ask this one function; an empty list means ready.
 */
export function openPoints(
  document: OrderDocument,
  catalogue: readonly OrderableTest[],
  today: IsoDate,
): OpenPoint[] {
  const wanted = new Set([...document.tests, ...document.addOnTests].map((test) => test.testCode))
  const facts = { document, tests: catalogue.filter((test) => wanted.has(test.code)), today }
  return ORDER_SECTIONS.flatMap((section) =>
    SECTION_RULES[section](facts).map((found) => ({ ...found, section })),
  )
}
