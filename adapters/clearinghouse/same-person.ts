import type { EligibilityResponse, Rejection } from '#domain/coverage/benefits.ts'
import { searchable } from '#domain/text/searchable.ts'
import type { EligibilityRequest } from './port.ts'
import { X12Fault } from './x12.ts'

/**
 * The answer, as far as it is about the person in the request: a policy holder's benefits are not a
 * dependent's, nor a twin's or a parent's the patient's. Payers may omit name and date of birth. If one of
 * them differs, it may be a spelling or another person: then nothing of the answer remains but a rejection
 * that says so. Throws {@link X12Fault} if nothing matches.
 */
export function answerAbout(request: EligibilityRequest, answer: EligibilityResponse): EligibilityResponse {
  const { member, besides: _, ...others } = answer
  const person = request.dependent ?? request.subscriber
  const isOther = (one: string, other: string) =>
    one !== '' && other !== '' && firstWord(one) !== firstWord(other)
  const isOtherDay =
    member.dateOfBirth !== '' && person.dateOfBirth !== '' && member.dateOfBirth !== person.dateOfBirth
  const isOtherFirst = isOther(member.firstName, person.firstName)
  const isOtherLast = isOther(member.lastName, person.lastName)
  // A payer that answers about the policy holder may leave the date of birth out.
  const isOfHolder =
    request.dependent !== undefined &&
    !member.isDependent &&
    !isOther(member.firstName, request.subscriber.firstName)
  if (isOtherFirst && (isOfHolder || isOtherDay || (isOtherLast && member.dateOfBirth === '')))
    throw new X12Fault('garbage', 'The answer is about another person')
  if (!isOtherFirst && !isOtherDay) return answer
  const [code, what] = isOtherFirst
    ? (['other-name', 'first name'] as const)
    : (['other-birth', 'date of birth'] as const)
  const rejection: Rejection = {
    ...{ level: request.dependent ? 'dependent' : 'subscriber', code, followUp: '' },
    words: `The answer has a different ${what}, so it may be about another person`,
  }
  return {
    ...others,
    member: { ...member, groupNumber: '', planName: '', planBegins: '', planEnds: '' },
    rejections: answer.rejections.length > 0 ? answer.rejections : [rejection],
    benefits: [],
  }
}

/** A name prepared for comparison: middle names may follow the first, and a second last name the other. */
function firstWord(name: string): string {
  const [first = ''] = searchable(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return first
}
