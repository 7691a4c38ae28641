import type { Insurance, Payment } from '../document.ts'
import { matches, needed, pastDate, seen } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import { apply, type RuleInput } from './rule.ts'

/** The payer of the order, and of a relative who has their own. */
export function paymentRules(known: RuleInput): Finding[] {
  const { document } = known
  return [
    ...onePayment(known, '/payment', document.payment, document.isVOB),
    ...document.patients.flatMap(({ payment }, index) =>
      index > 0 && payment ? onePayment(known, `/patients/${index}/payment`, payment, false) : [],
    ),
  ]
}

function onePayment(known: RuleInput, at: string, payment: Payment, isVOB: boolean): Finding[] {
  const { billingType, paymentMethod, insurance } = payment
  const who = apply(
    known,
    `${at}/billingType`,
    billingType,
    ['required', (type) => (type === '' ? 'Choose who pays' : null)],
    [
      'conflicts',
      (type) =>
        isVOB && type !== 'Insurance'
          ? 'Benefits can be verified for insurance only: choose Insurance'
          : null,
    ],
  )
  if (billingType === 'SelfPay')
    return [
      ...who,
      ...apply(known, `${at}/paymentMethod`, paymentMethod, [
        'required',
        (value) => (value === 'None' ? 'Choose how the patient pays' : null),
      ]),
    ]
  return billingType === 'Insurance' ? [...who, ...policy(known, `${at}/insurance`, insurance)] : who
}

function policy(known: RuleInput, at: string, insurance: Insurance): Finding[] {
  return [
    ...apply(known, `${at}/company`, insurance.company, ['required', needed('Insurance company')]),
    ...apply(known, `${at}/kind`, insurance.kind, [
      'required',
      // It matters only here: whether this provider may order at all (provider.ts).
      (kind) =>
        kind === '' && orderedByCounselor(known)
          ? 'Plan type is required: a genetic counselor may not order tests billed to Medicare'
          : null,
    ]),
    ...apply(
      known,
      `${at}/memberId`,
      insurance.memberId,
      ['required', needed('Member ID')],
      ['member-id', matches(/^[A-Za-z0-9][A-Za-z0-9 -]*$/, 'Enter a member ID with letters and digits only')],
    ),
    ...apply(known, `${at}/groupNumber`, insurance.groupNumber, ['unseen', seen]),
    ...apply(known, `${at}/holderRelationship`, insurance.holderRelationship, [
      'required',
      needed('Patient’s relationship to policyholder'),
    ]),
    ...(['', 'Self'].includes(insurance.holderRelationship) ? [] : holder(known, at, insurance)),
  ]
}

function holder(known: RuleInput, at: string, insurance: Insurance): Finding[] {
  const birthday = 'Policy holder’s date of birth'
  return [
    ...apply(
      known,
      `${at}/holderFirstName`,
      insurance.holderFirstName,
      ['required', needed('Policy holder’s first name')],
      ['unseen', seen],
    ),
    ...apply(
      known,
      `${at}/holderLastName`,
      insurance.holderLastName,
      ['required', needed('Policy holder’s last name')],
      ['unseen', seen],
    ),
    ...apply(
      known,
      `${at}/holderDateOfBirth`,
      insurance.holderDateOfBirth,
      ['required', needed(birthday)],
      ['date', pastDate(birthday)],
    ),
  ]
}

/**
 * Whether the ordering provider is known to be a genetic counselor; information about another NPI is ignored.
 */
export function orderedByCounselor({ document, provider }: RuleInput): boolean {
  return provider !== null && provider.npi === document.orderingProvider.npi && provider.geneticCounselor
}
