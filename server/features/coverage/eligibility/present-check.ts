import type { EligibilityCheck } from '#contract/coverage.ts'
import { benefitLinesOf, eligibilityStatusOf } from '#domain/coverage/benefit-lines.ts'
import type { Insured } from '#domain/coverage/eligibility-subject.ts'
import { refusalsInWords } from '#domain/coverage/refusals.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import { dayOf, type StoredCheck } from './check-store.ts'

const TROUBLE = {
  down: 'The payer cannot be reached at the moment.',
  slow: 'The payer did not answer in time.',
  garbage: 'The payer’s answer was incomplete or unreadable.',
  refused: 'The clearinghouse rejected the request.',
} as const satisfies Record<NonNullable<StoredCheck['trouble']>, string>

const nameOf = (one: Insured | null) => (one ? `${one.firstName} ${one.lastName}`.trim() : '')

/** `isOfOtherDay`: it is presented with a document of another day of service. */
export function presentCheck(
  row: StoredCheck,
  today: IsoDate,
  { isOfOtherDay = false } = {},
): EligibilityCheck {
  const { answer, subject, trouble, counts_until: countsUntil } = row
  const serviceDay = dayOf(row)
  return {
    id: row.id,
    hospitalCode: row.institution_code,
    orderId: row.order_id,
    state: row.state,
    eligibilityStatus: answer ? eligibilityStatusOf(answer, serviceDay ?? today) : 'Unknown',
    payerName: subject.payerName,
    memberId: subject.memberId,
    patientName: nameOf(subject.patient),
    holderName: nameOf(subject.holder),
    planName: answer?.member.planName ?? '',
    groupNumber: answer?.member.groupNumber || subject.groupNumber,
    askedAt: row.asked_at.toISOString(),
    askedBy: row.asked_by_name,
    checkedAt: row.checked_at?.toISOString() ?? null,
    countsUntil,
    serviceDay,
    isOfOtherDay,
    isCurrent: countsUntil !== null && countsUntil >= today && !isOfOtherDay,
    trouble:
      trouble === null || row.state === 'answered'
        ? null
        : { words: TROUBLE[trouble], tries: row.tries, nextTryAt: row.next_try_at?.toISOString() ?? null },
    said: answer ? benefitLinesOf(answer).map((line) => ({ ...line })) : [],
    refusals: answer ? refusalsInWords(answer).map((refusal) => ({ ...refusal })) : [],
    problems: row.problems,
  }
}
