import type {
  Clearinghouse,
  ClearinghouseFailure,
  EligibilityRequest,
  EligibilityResult,
} from '#adapters/clearinghouse/port.ts'
import { summarizeBenefits } from '#domain/coverage/benefit-summary.ts'
import type { Benefit, EligibilityResponse } from '#domain/coverage/benefits.ts'
import type { Subject } from '#domain/coverage/eligibility-subject.ts'
import { isToAskAgain } from '#domain/coverage/refusals.ts'
import { serviceTypeIs } from '#domain/coverage/rows.ts'

/** Why there was no answer. `message` is for the operator and contains no patient data. */
export interface NoAnswer {
  trouble: ClearinghouseFailure['kind']
  reason: string
}

/** One message sent, and its result. */
export interface Exchange {
  serviceType: '5' | '30'
  raw270: string
  raw271: string | null
  failure: NoAnswer | null
}

/**
 * The people to send, as on the payer's own card: the policy holder, and the patient if that is someone else.
 */
export function peopleOf({
  holder,
  patient,
  memberId,
  relationship,
}: Subject): Pick<EligibilityRequest, 'subscriber' | 'dependent'> {
  return {
    subscriber: { ...(holder ?? patient), memberId },
    dependent: holder ? { ...patient, ...(relationship ? { relationship } : {}) } : null,
  }
}

type BuildRequest = (serviceType: '5' | '30') => EligibilityRequest | Promise<EligibilityRequest>

/** Sends one request. AAA 42 and 80 are no answers: the payer says that it cannot answer now. */
async function exchange(
  clearinghouse: Clearinghouse,
  serviceType: '5' | '30',
  request: EligibilityRequest,
): Promise<{ checked: EligibilityResult | null; exchangeRecord: Exchange }> {
  try {
    const checked = await clearinghouse.check(request)
    const { raw270, raw271 } = checked
    const isLater = isToAskAgain(checked.answer)
    const failure = isLater ? ({ trouble: 'down', reason: 'The payer cannot answer now' } as const) : null
    return { checked: isLater ? null : checked, exchangeRecord: { serviceType, raw270, raw271, failure } }
  } catch (error) {
    if (!isFailure(error)) return { checked: null, exchangeRecord: { serviceType, ...unforeseen(error) } }
    const { kind, message, raw270, raw271 } = error
    return {
      checked: null,
      exchangeRecord: { serviceType, raw270, raw271, failure: { trouble: kind, reason: message } },
    }
  }
}

/** The request could not be sent. The error message may name the patient. */
function unforeseen(error: unknown): Omit<Exchange, 'serviceType'> {
  const reason = `The request could not be sent: ${error instanceof Error ? error.name : typeof error}`
  return { raw270: '', raw271: null, failure: { trouble: 'down', reason } }
}

/** Recognizes the adapter's failure by its shape, because its class belongs to the adapter. */
function isFailure(error: unknown): error is ClearinghouseFailure {
  return error instanceof Error && error.name === 'ClearinghouseFailure'
}

/** Whether the answer about laboratory tests has everything that a price needs. */
function isEnough(answer: EligibilityResponse, isInNetwork: boolean): boolean {
  const { state, deductibleCents, coinsurance, outOfPocketCents } = summarizeBenefits(answer, isInNetwork)
  if (state !== 'active') return state !== 'unknown'
  const ofLaboratory = answer.benefits.some((row) => serviceTypeIs(row, '5'))
  return ofLaboratory && ![deductibleCents, coinsurance, outOfPocketCents].includes(null)
}

/** Merges both answers: the rows of both, without duplicates. */
function mergeAnswers(first: EligibilityResponse, second: EligibilityResponse): EligibilityResponse {
  const rows = new Map<string, Benefit>()
  for (const row of [...first.benefits, ...second.benefits]) rows.set(JSON.stringify(row), row)
  const { member } = first
  return {
    ...first,
    benefits: [...rows.values()],
    member: {
      ...member,
      planName: member.planName || second.member.planName,
      groupNumber: member.groupNumber || second.member.groupNumber,
      planBegins: member.planBegins || second.member.planBegins,
      planEnds: member.planEnds || second.member.planEnds,
    },
  }
}

export type Outcome =
  | { answer: EligibilityResponse; problems: readonly string[]; exchanges: Exchange[] }
  | { noAnswer: NoAnswer; exchanges: Exchange[] }

/**
 * Queries a payer about a person's laboratory tests (service type 5), then, if that was not enough, about the
 * plan as a whole (30). With `isPatient`, a missing second answer makes the whole check retry later;
 * otherwise, and if the payer refuses the second request, the first answer is used.
 */
export async function requestEligibility(
  clearinghouse: Clearinghouse,
  requestFor: BuildRequest,
  { isInNetwork, isPatient }: { isInNetwork: boolean; isPatient: boolean },
): Promise<Outcome> {
  const first = await exchange(clearinghouse, '5', await requestFor('5'))
  const { failure } = first.exchangeRecord
  if (!first.checked)
    return { noAnswer: failure ?? { trouble: 'garbage', reason: '' }, exchanges: [first.exchangeRecord] }
  const { answer, problems } = first.checked
  if (isEnough(answer, isInNetwork)) return { answer, problems, exchanges: [first.exchangeRecord] }

  const second = await exchange(clearinghouse, '30', await requestFor('30'))
  const exchanges = [first.exchangeRecord, second.exchangeRecord]
  const later = second.exchangeRecord.failure
  if (later && later.trouble !== 'refused' && isPatient) return { noAnswer: later, exchanges }
  if (!second.checked || second.checked.answer.rejections.length > 0) return { answer, problems, exchanges }
  return {
    answer: mergeAnswers(answer, second.checked.answer),
    problems: [...new Set([...problems, ...second.checked.problems])],
    exchanges,
  }
}
