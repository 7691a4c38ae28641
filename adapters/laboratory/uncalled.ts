import { CALLS, codeFor } from '#domain/results/choices.ts'
import { segment, textOf } from '../hl7/message.ts'
import { questionIn } from './coded-fields.ts'
import type { Result } from './result.ts'
import { CALL, variantsIn } from './variants-in-group.ts'

const WORDS = 'No call'

/**
 * The results to show, with "no call" where the question whether a variant is there came without an answer (OBX-11 X, an
 * empty OBX-5): without it, whatever describes the variant would say that it was found. `asked` are all of the group.
 */
export function withMissingCalls(asked: readonly Result[], counted: readonly Result[]): Result[] {
  const isCounted = new Set(counted)
  const byNumber = Map.groupBy(counted.filter(isAnswered), ({ obx }) => textOf(obx, 4))
  return asked.flatMap((result) => {
    if (isCall(result) && !(isCounted.has(result) && isAnswered(result))) {
      const number = textOf(result.obx, 4)
      if (isAbout(byNumber.get(number) ?? [], number)) return [noCall(result, isCounted.has(result))]
    }
    return isCounted.has(result) ? [result] : []
  })
}

const isCall = ({ obx }: Result) => questionIn(obx).code === CALL
const isAnswered = ({ obx }: Result) => textOf(obx, 5) !== '' || textOf(obx, 5, 2) !== ''

/** Whether there is something that the call was about, which has no other call: that would have replaced it. */
function isAbout(others: readonly Result[], number: string): boolean {
  const isReplaced = number !== '' && others.some(isCall) && variantsIn(others, true).length === 1
  return others.length > 0 && !isReplaced
}

/** The notes below a result that does not count are told elsewhere. */
function noCall({ obx, notes }: Result, withNotes: boolean): Result {
  const answer = [codeFor(CALLS, WORDS) ?? '', WORDS, 'LN']
  const asked = [CALL, questionIn(obx).name, 'LN']
  return {
    obx: segment('OBX', { 2: 'CWE', 3: asked, 4: textOf(obx, 4), 5: answer, 11: 'F' }),
    notes: withNotes ? notes : [],
  }
}
