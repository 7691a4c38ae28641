import type { EligibilityRequest } from '#adapters/clearinghouse/port.ts'
import type { EligibilityResponse, Rejection } from '#domain/coverage/benefits.ts'
import { isNpi } from '#domain/npi/npi.ts'
import { MEMBERS, PAYERS, type SimulatedMember } from './members.ts'

/** The payer's answer before it is written, and the member, if one was found. */
export interface PayerDecision {
  readonly answer: EligibilityResponse
  readonly member: SimulatedMember | null
}

/**
 * Decides like a payer: checks the provider's NPI, the member ID, the date of birth and the name in that
 * order, and returns the rows for the requested service type and for the plan as a whole.
 */
export function decide(request: EligibilityRequest): PayerDecision {
  const payer = PAYERS.find(({ id }) => id === request.payer.id)
  if (!payer) return { member: null, answer: refuse(request, 'payer', '79', 'C') }
  const named = { ...request, payer }
  if (!isNpi(request.provider.npi)) return { member: null, answer: refuse(named, 'provider', '43', 'C') }

  const { memberId } = request.subscriber
  const member = MEMBERS.find((each) => each.payerId === payer.id && each.memberId === memberId)
  if (!member) {
    const code = payer.memberIds.test(memberId) ? '75' : '72'
    return { member: null, answer: refuse(named, 'subscriber', code, 'C') }
  }
  const rejection = member.rejection ?? mismatch(request, member)
  if (rejection) {
    const { level, code, followUp } = rejection
    return { member, answer: refuse(named, level, code, followUp) }
  }
  return { member, answer: eligibilityResponse(named, member) }
}

/** Why the person in the request is not the one with this member ID; null if they are. */
function mismatch(
  { subscriber, dependent }: EligibilityRequest,
  member: SimulatedMember,
): Omit<Rejection, 'words'> | null {
  const level = dependent ? 'dependent' : 'subscriber'
  const person = dependent ?? subscriber
  const no = (code: string) => ({ level, code, followUp: 'C' }) as const
  if (person.dateOfBirth === '') return no('58')
  const known = dependent
    ? member.dependents?.find(({ firstName }) => firstName === dependent.firstName)
    : member
  if (!known) return no('67')
  if (known.dateOfBirth !== person.dateOfBirth) return no('71')
  if (known.lastName !== person.lastName || known.firstName !== person.firstName)
    return no(dependent ? '65' : '73')
  return null
}

function refuse(
  request: EligibilityRequest,
  level: Rejection['level'],
  code: string,
  followUp: string,
): EligibilityResponse {
  const { payer, subscriber, dependent, traceNumber } = request
  const { lastName, firstName, dateOfBirth } = dependent ?? subscriber
  const isPayerUnknown = level === 'payer'
  return {
    traceNumber: isPayerUnknown ? '' : traceNumber,
    payer: { name: payer.name, id: payer.id },
    member: {
      ...(isPayerUnknown
        ? { lastName: '', firstName: '', dateOfBirth: '' }
        : { lastName, firstName, dateOfBirth }),
      ...{
        memberId: isPayerUnknown ? '' : subscriber.memberId,
        isDependent: !isPayerUnknown && dependent !== null,
      },
      ...{ groupNumber: '', planName: '', planBegins: '', planEnds: '' },
    },
    rejections: [{ level, code, followUp, words: '' }],
    benefits: [],
  }
}

function eligibilityResponse(request: EligibilityRequest, member: SimulatedMember): EligibilityResponse {
  const { payer, dependent, subscriber, serviceType, traceNumber } = request
  const { lastName, firstName, dateOfBirth } = dependent ?? subscriber
  const year = (member.ended ?? request.date).slice(0, 4)
  return {
    traceNumber,
    payer: { name: payer.name, id: payer.id },
    member: {
      ...{ lastName, firstName, dateOfBirth, memberId: member.memberId, isDependent: dependent !== null },
      ...{ groupNumber: member.groupNumber ?? '', planName: member.plan },
      ...{ planBegins: `${year}-01-01`, planEnds: member.ended ?? `${year}-12-31` },
    },
    rejections: [],
    benefits: (member.rows ?? []).filter(
      ({ serviceTypes }) => serviceTypes.includes(serviceType) || serviceTypes.includes('30'),
    ),
  }
}
