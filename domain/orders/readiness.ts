import { type IsoDate, readIsoDate } from '../dates/dates.ts'
import type { Sex, SpecimenType } from '../lookups.ts'
import { isNpi } from '../npi/npi.ts'
import type { OrderDocument } from './document.ts'

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

/** A rule of one field: the message when it is broken, null when it holds. */
type Check<T> = readonly [rule: string, broken: (value: T, facts: Facts) => string | null]
type Found = Omit<OpenPoint, 'section'>

const EMAIL = /^\S+@\S+\.\S+$/
const PHONE = /^\+?[\d\s().-]{7,}$/
const ICD10 = /^[A-TV-Z]\d[\dAB](\.[\dA-Z]{1,4})?$/
const ZIP = /^\d{5}(-\d{4})?$/

const needed =
  (name: string): Check<string>[1] =>
  (value) =>
    value.trim() === '' ? `${name} is required` : null
/** Checks a value only where there is one. */
const ifGiven =
  (check: Check<string>[1]): Check<string>[1] =>
  (value, facts) =>
    value.trim() === '' ? null : check(value, facts)
const matches =
  (pattern: RegExp, message: string): Check<string>[1] =>
  (value) =>
    pattern.test(value.trim()) ? null : message
const pastDate =
  (name: string): Check<string>[1] =>
  (value, { today }) =>
    readIsoDate(value) === null
      ? `${name}: enter a valid date`
      : value > today
        ? `${name} cannot be in the future`
        : value < '1890-01-01'
          ? `${name}: enter a valid date`
          : null

function apply<T>(facts: Facts, path: string, value: T, ...checks: Check<T>[]): Found[] {
  for (const [rule, broken] of checks) {
    const message = broken(value, facts)
    if (message !== null) return [{ path, rule, message }]
  }
  return []
}

function tests(facts: Facts): Found[] {
  const { document } = facts
  const known = new Set(facts.tests.map((test) => test.code))
  const chosen = document.tests.filter((test) => test.testCode !== '')
  if (chosen.length === 0)
    return [{ path: '/tests/0/testCode', rule: 'required', message: 'A test is required' }]
  const all = [
    ...document.tests.map((test, index) => ({ test, path: `/tests/${index}/testCode` })),
    ...document.addOnTests.map((test, index) => ({ test, path: `/addOnTests/${index}/testCode` })),
  ].filter(({ test }) => test.testCode !== '')
  return all.flatMap(({ test, path }, index) => {
    if (!known.has(test.testCode))
      return [{ path, rule: 'unknown', message: `Test ${test.testCode} is not in the catalogue` }]
    if (all.slice(0, index).some((earlier) => earlier.test.testCode === test.testCode))
      return [{ path, rule: 'repeated', message: `Test ${test.testCode} is in this order twice` }]
    return []
  })
}

function patients(facts: Facts): Found[] {
  if (facts.document.patients.length === 0)
    return [{ path: '/patients', rule: 'required', message: 'A patient is required' }]
  const only = facts.tests.find((test) => test.sex !== '')
  return facts.document.patients.flatMap((patient, index) => {
    const at = `/patients/${index}`
    return [
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
          (sex) =>
            index === 0 && only && (sex === 'Male' || sex === 'Female') && sex !== only.sex
              ? `${only.testName} is for ${only.sex.toLowerCase()} patients only`
              : null,
        ],
      ),
      ...apply(facts, `${at}/email`, patient.email, [
        'email',
        ifGiven(matches(EMAIL, 'Enter a valid email address')),
      ]),
      ...apply(facts, `${at}/phone`, patient.phone, [
        'phone',
        ifGiven(matches(PHONE, 'Enter a valid phone number')),
      ]),
      ...apply(facts, `${at}/address/postalCode`, patient.address.postalCode, [
        'postal-code',
        ifGiven(matches(ZIP, 'Enter a ZIP code such as 60601 or 60601-1234')),
      ]),
    ]
  })
}

function specimens(facts: Facts): Found[] {
  const { document } = facts
  if (document.samples.length === 0)
    return [{ path: '/samples', rule: 'required', message: 'A specimen is required' }]
  const taken = facts.tests.map((test) => ({ name: test.testName, types: test.specimens }))
  return document.samples.flatMap((sample, index) => {
    const at = `/samples/${index}`
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
          (type) => {
            const refused = taken.find(({ types }) => !types.some((one) => one === type))
            return refused
              ? `${refused.name} is not done on ${type}. It takes ${refused.types.join(', ')}`
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
            value !== '' &&
            readIsoDate(born) &&
            value < born &&
            sample.specimenType !== 'CVS' &&
            !/Amniotic|Fetal/.test(sample.specimenType)
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
        ['icd10', matches(ICD10, `${indication.code} is not an ICD-10 code, such as G40.309`)],
        [
          'repeated',
          (code) =>
            list.slice(0, index).some((earlier) => earlier.code === code) ? `${code} is listed twice` : null,
        ],
      ),
      ...apply(facts, `${at}/description`, indication.description, [
        'required',
        needed('Words for the indication'),
      ]),
    ]
  })
}

function consents(facts: Facts): Found[] {
  const { document } = facts
  const asked = new Map(facts.tests.flatMap((test) => test.consents).map((consent) => [consent.id, consent]))
  const stray = document.consents.flatMap((answer, index) =>
    asked.has(answer.consentId) || facts.tests.length === 0
      ? []
      : [
          {
            path: `/consents/${index}/consentId`,
            rule: 'unknown',
            message: 'This consent is not asked for these tests',
          },
        ],
  )
  const open = [...asked.values()].flatMap((consent) => {
    const index = document.consents.findIndex((answer) => answer.consentId === consent.id)
    const answer = index < 0 ? null : (document.consents[index]?.answer ?? null)
    return consent.required && answer === null
      ? [
          {
            path: `/consents/${consent.id}`,
            rule: 'required',
            message: `${consent.title}: an answer is required`,
          },
        ]
      : []
  })
  return [...open, ...stray]
}

function payment(facts: Facts): Found[] {
  const { billingType, insurance, paymentMethod } = facts.document.payment
  const at = '/payment'
  const how = apply(facts, `${at}/billingType`, billingType, ['required', needed('Who pays')])
  if (billingType === 'SelfPay')
    return apply(facts, `${at}/paymentMethod`, paymentMethod, [
      'required',
      (value) => (value === 'None' ? 'How the patient pays is required' : null),
    ])
  if (billingType !== 'Insurance') return how
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
    ...recipients.flatMap((recipient, index) => [
      ...apply(facts, `/recipients/${index}/name`, recipient.name, [
        'required',
        needed('The recipient’s name'),
      ]),
      ...apply(facts, `/recipients/${index}/email`, recipient.email, [
        'email',
        ifGiven(matches(EMAIL, 'Enter a valid email address')),
      ]),
      ...apply(facts, `/recipients/${index}/fax`, recipient.fax, [
        'phone',
        ifGiven(matches(PHONE, 'Enter a valid fax number')),
      ]),
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
