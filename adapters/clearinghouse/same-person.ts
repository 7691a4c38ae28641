import type { Member } from '#domain/coverage/benefits.ts'
import { searchable } from '#domain/text/searchable.ts'
import type { EligibilityRequest } from './port.ts'
import { X12Fault } from './x12.ts'

/**
 * Problems with the identity in an answer: whether it is about the person in the request, as a policy
 * holder's benefits are not a dependent's. Payers may omit name and date of birth, and make spelling
 * mistakes: if one of them differs, that is a problem. Throws {@link X12Fault} if nothing matches.
 */
export function personProblems(request: EligibilityRequest, member: Member): string[] {
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
  return [
    ...(isOtherFirst ? ['The answer has a different first name'] : []),
    ...(isOtherDay ? ['The answer has a different date of birth'] : []),
  ]
}

/** A name prepared for comparison: middle names may follow the first, and a second last name the other. */
function firstWord(name: string): string {
  const [first = ''] = searchable(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return first
}
