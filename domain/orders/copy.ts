import { answersIn } from './answers.ts'
import {
  blankPatient,
  blankSample,
  type Insurance,
  newOrder,
  type OrderDocument,
  type Patient,
  type Payment,
  PROBAND,
  type Sample,
} from './document.ts'
import { samplesOf } from './family.ts'
import { withoutFile } from './known-variants.ts'
import { fetusesOf, fetusInWords, keysInOrder, subjectsOf } from './subject.ts'

/**
 * How an order is made from another: repeated (with a new specimen), for a relative of the patient, or
 * converted from a benefits verification.
 */
export const COPY_KINDS = ['again', 'relative', 'order'] as const
export type CopyKind = (typeof COPY_KINDS)[number]

/**
 * The content of an order made from another; nothing is shared with it. Consents are asked again, and no
 * warning is overridden beforehand: the new submitter answers for the new order. `labNumber` is the other
 * order's, '' until it has one.
 * - `again`: the same people, tests, clinical part, payer and provider; a new specimen of everyone who gave
 * one.
 * - `relative`: for a family member (see `forRelative`).
 * - `order`: everything unchanged, but to be tested: with a specimen.
 */
export function copyOf(original: OrderDocument, kind: CopyKind, labNumber = ''): OrderDocument {
  const {
    consentRecords: _,
    assignNewLabNumber: __,
    ...document
  } = JSON.parse(JSON.stringify(original)) as OrderDocument
  const copy = withoutFiles({ ...document, consents: [], overrides: [], addOn: null })
  if (kind === 'relative') return forRelative(copy, labNumber)
  if (kind === 'again') return { ...copy, samples: blankSamples(copy), kits: [] }
  return { ...copy, isVOB: false, samples: copy.samples.length > 0 ? copy.samples : blankSamples(copy) }
}

/**
 * One of everybody tested, and of each relative who had one, for each role that they had; the laboratory's
 * family number is kept.
 */
function blankSamples(document: OrderDocument) {
  const subjects = subjectsOf(document)
  const copied = keysInOrder(document).flatMap((key) => {
    const own = samplesOf(document, key)
    const roles = new Set(own.map(({ role }) => role || undefined))
    if (own.length === 0 && subjects.includes(key)) roles.add(undefined)
    return [...roles].map((role) => ({ key, role, family: familyNumber(own) }))
  })
  return copied.map(({ key, role, family }, index) => ({
    ...blankSample(key, `s${index + 1}`),
    bgFamilyNumber: family,
    ...(role === undefined ? {} : { role }),
  }))
}

function familyNumber(samples: readonly Sample[]): string {
  return samples.find((sample) => sample.bgFamilyNumber !== '')?.bgFamilyNumber ?? ''
}

/** Files stay behind: they belong to the order that they were uploaded to. */
function withoutFiles({ answers: all, knownVariants, ...document }: OrderDocument): OrderDocument {
  const answers = answersIn({ answers: all }).filter(({ values }) =>
    values.every(({ documentId }) => documentId === undefined),
  )
  return {
    ...document,
    ...(answers.length === 0 ? {} : { answers }),
    ...(knownVariants ? { knownVariants: knownVariants.map(withoutFile) } : {}),
  }
}

/**
 * A new patient with presumably the same last name and home; nothing clinical is copied but whether the condition is in
 * the family: sides and relations are others for a relative. The former proband is named in the family testing request as
 * the carrier of the known variant. Tests, provider and payer are kept; recipients are not, because whoever treats the
 * one may not know the other's result.
 */
function forRelative(document: OrderDocument, labNumber: string): OrderDocument {
  const blank = newOrder(document.orderingProvider)
  const tested = testedByName(document)
  const former = document.patients[0] ?? blankPatient('Proband', PROBAND)
  const { targetSequencingData } = blank.familyTestingRequest
  const family = familyNumber(document.samples)
  return {
    ...blank,
    tests: document.tests,
    addOnTests: document.addOnTests,
    patients: [
      { ...blankPatient('Proband', PROBAND), lastName: former.lastName, addresses: former.addresses },
    ],
    samples: [{ ...blankSample(PROBAND, 's1'), bgFamilyNumber: family }],
    familyHistory: {
      ...blank.familyHistory,
      familyHistoryOfDiseaseBeingTested: document.familyHistory.familyHistoryOfDiseaseBeingTested,
    },
    familyTestingRequest: {
      ...blank.familyTestingRequest,
      targetSequencingData: {
        ...targetSequencingData,
        testCode: document.tests[0]?.testCode ?? '',
        probandFirstName: tested.firstName,
        probandLastName: tested.lastName,
        dateOfBirth: tested.dateOfBirth,
        labNumber,
        familyNumber: family,
      },
    },
    payment: paymentOfRelative(document.payment, former),
    ...(document.vaStation === undefined ? {} : { vaStation: document.vaStation }),
    ...(document.urgentContact === undefined ? {} : { urgentContact: document.urgentContact }),
  }
}

/**
 * Whom an order's result is of, as a relative's order names them: a fetus by its mother's name, and not her, whose variant it
 * need not be. Of several fetuses the name is left open: the clinic knows which.
 */
export function testedByName(document: Pick<OrderDocument, 'patients' | 'pregnancy'>) {
  const { firstName = '', lastName = '', dateOfBirth = '' } = document.patients[0] ?? {}
  const [fetus, ...others] = fetusesOf(document)
  if (!fetus) return { firstName, lastName, dateOfBirth }
  const words = fetusInWords(document, fetus).replace(/^the /, '')
  const named = `${words.charAt(0).toUpperCase()}${words.slice(1)} of ${firstName}`.trim()
  return { firstName: others.length > 0 ? '' : named, lastName, dateOfBirth: '' }
}

/**
 * The policy may cover the family; the relationship to its holder is different for the new patient and must
 * be entered again.
 */
function paymentOfRelative(payment: Payment, former: Patient): Payment {
  const { insurance } = payment
  const holder: Partial<Insurance> =
    insurance.holderRelationship === 'Self'
      ? {
          holderFirstName: former.firstName,
          holderLastName: former.lastName,
          holderDateOfBirth: former.dateOfBirth,
        }
      : {}
  return { ...payment, insurance: { ...insurance, ...holder, holderRelationship: '' } }
}
