import { isNpi } from '../../npi/npi.ts'
import type { Insurance, Recipient } from '../document.ts'
import { email, ifGiven, needed, phone, seen } from '../field-checks.ts'
import { insurancesOf } from '../insurances.ts'
import type { Finding } from '../points.ts'
import { orderedByCounselor } from './payment.ts'
import { priorityRules } from './priority.ts'
import { apply, type RuleInput } from './rule.ts'
import { urgentContactRules } from './urgent-contact.ts'

/**
 * The ordering provider (specification §1: the three conditions of the terms, PERM-11), and the report's
 * recipients.
 */
export function providerRules(known: RuleInput): Finding[] {
  const { orderingProvider, recipients } = known.document
  return [
    ...apply(
      known,
      '/orderingProvider/npi',
      orderingProvider.npi,
      ['required', needed('An ordering provider')],
      ['npi', (npi) => (isNpi(npi) ? null : `${npi} is not a valid NPI`)],
      ['npi-name', (npi) => (known.provider?.npi === npi ? known.provider.nameRefusal : null)],
      ['medicare', () => counselorUnderMedicare(known)],
      ['delegate', () => notDelegated(known)],
    ),
    ...apply(known, '/orderingProvider/lastName', orderingProvider.lastName, [
      'required',
      // Without an NPI there is no provider yet, which another open point reports.
      (name, today) =>
        orderingProvider.npi.trim() === '' ? null : needed('The ordering provider’s last name')(name, today),
    ]),
    ...stationRules(known),
    ...urgentContactRules(known),
    ...priorityRules(known),
    ...recipients.flatMap((recipient, index) => [
      ...apply(known, `/recipients/${index}/name`, recipient.name, [
        'required',
        needed('The recipient’s name'),
      ]),
      ...apply(
        known,
        `/recipients/${index}/email`,
        recipient.email,
        ['required', () => notReachable(recipient)],
        ['email', ifGiven(email)],
        ['unseen', seen],
      ),
      ...apply(known, `/recipients/${index}/fax`, recipient.fax, ['phone', ifGiven(phone('fax'))]),
    ]),
  ]
}

/** The VA authorizes and is billed by station; a benefits verification only asks a payer, and needs none. */
function stationRules(known: RuleInput): Finding[] {
  const { va, document } = known
  if (!va || document.isVOB) return []
  const station = document.vaStation ?? ''
  if (!va.isVa)
    return apply(known, '/vaStation', station, [
      'conflicts',
      (number) =>
        number === '' ? null : 'Only an order from a VA hospital can name a VA station: remove it',
    ])
  return apply(
    known,
    '/vaStation',
    station,
    ['required', needed('The VA station')],
    ['unknown', (number) => (number === va.unknownStation ? `${number} is not a VA station` : null)],
  )
}

/** Reports are sent by fax or email: without either, the recipient would never get one. */
export function notReachable({ name, fax, email: address }: Recipient): string | null {
  if (fax.trim() !== '' || address.trim() !== '') return null
  return `Enter an email address or a fax number for ${name.trim() || 'the recipient'}`
}

function counselorUnderMedicare(known: RuleInput): string | null {
  return orderedByCounselor(known) && paidByMedicare(known)
    ? 'A genetic counselor may not order tests billed to Medicare under their own name: choose a physician as the ordering provider'
    : null
}

/** By the plan type, or by the company: the type may be left from another insurance that was chosen before. */
function paidByMedicare({ document, payers = [] }: RuleInput): boolean {
  const isMedicare = ({ company }: Insurance) =>
    payers.some((payer) => payer.company === company && payer.kind === 'Medicare')
  return insurancesOf(document).some((one) => one.kind === 'Medicare' || isMedicare(one))
}

/** A benefits verification is requested by the user who prepares it. */
function notDelegated({ document, submitter }: RuleInput): string | null {
  return !document.isVOB && submitter && !isNpi(submitter.npi) && !submitter.delegated
    ? 'You have no NPI of your own: this provider must first agree to your submitting orders in their name'
    : null
}
