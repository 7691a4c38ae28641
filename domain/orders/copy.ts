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

/**
 * How an order is made from another: the same again (a new specimen), for a relative of the patient, or the order that a
 * benefits verification asked about.
 */
export const COPY_KINDS = ['again', 'relative', 'order'] as const
export type CopyKind = (typeof COPY_KINDS)[number]

/**
 * The content of an order that is made from another; nothing is shared with it. Consents are asked again, and no warning
 * is overridden beforehand: whoever orders now answers for now. `labNumber` is the other's, '' while it has none.
 * - `again`: the same people, tests, clinical part, payer and provider; a new specimen of everybody who gave one.
 * - `relative`: for somebody of the family (see `forRelative`).
 * - `order`: everything as it is, but to be tested: with a specimen.
 */
export function copyOf(original: OrderDocument, kind: CopyKind, labNumber = ''): OrderDocument {
  const document = JSON.parse(JSON.stringify(original)) as OrderDocument
  const copy = { ...document, consents: [], overrides: [], addOn: null }
  if (kind === 'relative') return forRelative(copy, labNumber)
  if (kind === 'again') return { ...copy, samples: blankSamples(copy), kits: [] }
  return { ...copy, isVOB: false, samples: copy.samples.length > 0 ? copy.samples : blankSamples(copy) }
}

/** One of the proband, and of each relative who had one; the laboratory's number of the family stays. */
function blankSamples(document: OrderDocument) {
  return document.patients
    .filter((patient, index) => index === 0 || samplesOf(document, patient.key).length > 0)
    .map((patient, index) => ({
      ...blankSample(patient.key, `s${index + 1}`),
      bgFamilyNumber: familyNumber(samplesOf(document, patient.key)),
    }))
}

function familyNumber(samples: readonly Sample[]): string {
  return samples.find((sample) => sample.bgFamilyNumber !== '')?.bgFamilyNumber ?? ''
}

/**
 * A new patient of whom the last name and the home are likely the same; nothing clinical is theirs but the family's
 * history. The proband of before is named in the family testing request, as the one in whom the variant is known. Tests,
 * provider, recipients and payer stay.
 */
function forRelative(document: OrderDocument, labNumber: string): OrderDocument {
  const blank = newOrder(document.orderingProvider)
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
    familyHistory: document.familyHistory,
    familyTestingRequest: {
      ...blank.familyTestingRequest,
      targetSequencingData: {
        ...targetSequencingData,
        testCode: document.tests[0]?.testCode ?? '',
        probandFirstName: former.firstName,
        probandLastName: former.lastName,
        dateOfBirth: former.dateOfBirth,
        labNumber,
        familyNumber: family,
      },
    },
    payment: paymentOfRelative(document.payment, former),
    recipients: document.recipients,
    ...(document.vaStation === undefined ? {} : { vaStation: document.vaStation }),
  }
}

/** The policy may cover the family; who holds it is seen from somebody else now, and so has to be said again. */
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
