import type { Answer } from '#adapters/hl7/port.ts'
import { AnswersOther } from './link.ts'
import { type Holds, NotTried } from './script.ts'

export const isTaken = (answer: Answer | Error): answer is Answer =>
  !(answer instanceof Error) && answer.code.endsWith('A')

/** What was answered, for the report. */
export const inWords = (answer: Answer | Error): string =>
  answer instanceof Error ? answer.message : [answer.code, answer.text].filter(Boolean).join(': ')

/** What holds for every answer: that it comes in time (`inTime`) and names the message (`names`). */
export function answered(
  { inTime, names }: { inTime: string; names: string },
  holds: Holds,
  answer: Answer | Error,
): Answer {
  const isInTime = !(answer instanceof Error) || answer instanceof AnswersOther
  holds(inTime, isInTime, inWords(answer))
  if (isInTime) holds(names, !(answer instanceof Error), inWords(answer))
  if (answer instanceof Error) throw new NotTried(answer.message)
  return answer
}
