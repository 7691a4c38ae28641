import type { Member } from '#domain/coverage/benefits.ts'
import { searchable } from '#domain/text/searchable.ts'
import type { EligibilityRequest } from './port.ts'
import { X12Fault } from './x12.ts'

/**
 * Whether an answer is about the person who was asked about: what is said of a policy holder is not a dependent's. A
 * payer may leave name and date of birth away, and has its own spellings and mistakes: where one of them differs, that is
 * a problem; throws {@link X12Fault} where nothing of it is the same.
 */
export function personProblems(request: EligibilityRequest, member: Member): string[] {
  const person = request.dependent ?? request.subscriber
  const isOther = (one: string, other: string) =>
    one !== '' && other !== '' && firstWord(one) !== firstWord(other)
  const isOtherDay =
    member.dateOfBirth !== '' && person.dateOfBirth !== '' && member.dateOfBirth !== person.dateOfBirth
  const isOtherFirst = isOther(member.firstName, person.firstName)
  const isOtherLast = isOther(member.lastName, person.lastName)
  if (isOtherFirst && (isOtherDay || (isOtherLast && member.dateOfBirth === '')))
    throw new X12Fault('garbage', 'The answer is about another person')
  return [
    ...(isOtherFirst ? ['The answer names another first name'] : []),
    ...(isOtherDay ? ['The answer names another date of birth'] : []),
  ]
}

/** A name as it is compared: middle names may stand with the first, and a second last name behind the other. */
function firstWord(name: string): string {
  const [first = ''] = searchable(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  return first
}
