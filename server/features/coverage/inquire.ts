import type { Checked, Clearinghouse, ClearinghouseFailure, Inquiry } from '#adapters/clearinghouse/port.ts'
import type { Benefit, EligibilityAnswer } from '#domain/coverage/benefits.ts'
import type { Subject } from '#domain/coverage/inquiry.ts'
import { isToAskAgain } from '#domain/coverage/refusals.ts'
import { serviceTypeIs } from '#domain/coverage/rows.ts'
import { standingOf } from '#domain/coverage/standing.ts'

/** Why there was no answer. `message` is for the operator; it says nothing of the patient. */
export interface NoAnswer {
  trouble: ClearinghouseFailure['kind']
  reason: string
}

/** One message that went, and what came of it. */
export interface Exchanged {
  serviceType: '5' | '30'
  raw270: string
  raw271: string | null
  failure: NoAnswer | null
}

/** Whom to ask about, as the payer's own card has it: the policy's holder, and the patient where it is another. */
export function peopleOf({
  holder,
  patient,
  memberId,
  relationship,
}: Subject): Pick<Inquiry, 'subscriber' | 'dependent'> {
  return {
    subscriber: { ...(holder ?? patient), memberId },
    dependent: holder ? { ...patient, ...(relationship ? { relationship } : {}) } : null,
  }
}

type Ask = (serviceType: '5' | '30') => Inquiry | Promise<Inquiry>

/** Asks once. AAA 42 and 80 are no answer: the payer says that it cannot give one now. */
async function exchange(
  clearinghouse: Clearinghouse,
  serviceType: '5' | '30',
  inquiry: Inquiry,
): Promise<{ checked: Checked | null; exchanged: Exchanged }> {
  try {
    const checked = await clearinghouse.check(inquiry)
    const { raw270, raw271 } = checked
    const isLater = isToAskAgain(checked.answer)
    const failure = isLater ? ({ trouble: 'down', reason: 'The payer cannot answer now' } as const) : null
    return { checked: isLater ? null : checked, exchanged: { serviceType, raw270, raw271, failure } }
  } catch (error) {
    if (!isFailure(error)) return { checked: null, exchanged: { serviceType, ...unforeseen(error) } }
    const { kind, message, raw270, raw271 } = error
    return {
      checked: null,
      exchanged: { serviceType, raw270, raw271, failure: { trouble: kind, reason: message } },
    }
  }
}

/** It could not even be asked. The error's words may name the patient. */
function unforeseen(error: unknown): Omit<Exchanged, 'serviceType'> {
  const reason = `It could not be asked: ${error instanceof Error ? error.name : typeof error}`
  return { raw270: '', raw271: null, failure: { trouble: 'down', reason } }
}

/** The adapter's failure, by its shape: its class is the adapter's own. */
function isFailure(error: unknown): error is ClearinghouseFailure {
  return error instanceof Error && error.name === 'ClearinghouseFailure'
}

/** Whether the answer about laboratory tests says all that a price needs. */
function isEnough(answer: EligibilityAnswer, isInNetwork: boolean): boolean {
  const { state, deductibleCents, coinsurance, outOfPocketCents } = standingOf(answer, isInNetwork)
  if (state !== 'active') return state !== 'unknown'
  const ofLaboratory = answer.benefits.some((row) => serviceTypeIs(row, '5'))
  return ofLaboratory && ![deductibleCents, coinsurance, outOfPocketCents].includes(null)
}

/** Both answers as one: the rows of both, what is the same once. */
function together(first: EligibilityAnswer, second: EligibilityAnswer): EligibilityAnswer {
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
  | { answer: EligibilityAnswer; problems: readonly string[]; exchanges: Exchanged[] }
  | { noAnswer: NoAnswer; exchanges: Exchanged[] }

/**
 * Asks a payer about somebody's laboratory tests (service type 5), then, where that was not enough, about the plan as a
 * whole (30). `isPatient`: without an answer to the second the whole is tried again later; otherwise, as when the payer
 * refuses the second, the first has to do.
 */
export async function inquire(
  clearinghouse: Clearinghouse,
  inquiryFor: Ask,
  { isInNetwork, isPatient }: { isInNetwork: boolean; isPatient: boolean },
): Promise<Outcome> {
  const first = await exchange(clearinghouse, '5', await inquiryFor('5'))
  const { failure } = first.exchanged
  if (!first.checked)
    return { noAnswer: failure ?? { trouble: 'garbage', reason: '' }, exchanges: [first.exchanged] }
  const { answer, problems } = first.checked
  if (isEnough(answer, isInNetwork)) return { answer, problems, exchanges: [first.exchanged] }

  const second = await exchange(clearinghouse, '30', await inquiryFor('30'))
  const exchanges = [first.exchanged, second.exchanged]
  const later = second.exchanged.failure
  if (later && later.trouble !== 'refused' && isPatient) return { noAnswer: later, exchanges }
  if (!second.checked || second.checked.answer.rejections.length > 0) return { answer, problems, exchanges }
  return {
    answer: together(answer, second.checked.answer),
    problems: [...new Set([...problems, ...second.checked.problems])],
    exchanges,
  }
}
