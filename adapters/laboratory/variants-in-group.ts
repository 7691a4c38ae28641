import { OF_A_VARIANT, Q } from '#domain/results/questions.ts'
import { textOf } from '../hl7/message.ts'
import type { Result } from './result.ts'

const CALL = '69548-6'
/** Questions whose answer describes a variant, not only that there is one. */
const DESCRIPTIONS = OF_A_VARIANT.filter((code) => ![CALL, '83005-9', '47998-0'].includes(code))

const questionOf = ({ obx }: Result) => textOf(obx, 3)
const answerOf = ({ obx }: Result) => textOf(obx, 5) || textOf(obx, 5, 2)
const isGene = (result: Result) => questionOf(result) === Q.gene.code

/**
 * The segments of one OBX-4 by the variant that they tell: laboratories number nothing, or use a number twice. A further
 * variant begins with the question with which the first one did. Under a number, several genes may belong to a fusion,
 * and several changes to the transcripts of one variant: there only a second call, or another gene or class with a change
 * of its own, is another variant.
 */
export function variantsIn(group: readonly Result[], isNumbered: boolean): Result[][] {
  const begins = isNumbered ? numberedBeginning(group) : beginning(group)
  if (begins === undefined) return [[...group]]
  const runs: Result[][] = [[]]
  let hasBegun = false
  for (const result of group) {
    const isNext = questionOf(result) === begins
    if (isNext && hasBegun) runs.push([])
    hasBegun ||= isNext
    runs.at(-1)?.push(result)
  }
  return withDescription(runs)
}

/** The first question that is asked again. */
function beginning(group: readonly Result[]): string | undefined {
  return group
    .map(questionOf)
    .find((code) => (OF_A_VARIANT.includes(code) || code === Q.gene.code) && isRepeated(group, code))
}

function numberedBeginning(group: readonly Result[]): string | undefined {
  if (isRepeated(group, CALL)) return CALL
  const genes = group.filter(isGene).map(answerOf)
  const isTwice = new Set(genes).size > 1 || isRepeated(group, Q.significance.code)
  const hasChanges = DESCRIPTIONS.some((code) => isRepeated(group, code))
  return genes.length > 1 && isTwice && hasChanges ? Q.gene.code : undefined
}

const isRepeated = (group: readonly Result[], code: string) =>
  group.filter((one) => questionOf(one) === code).length > 1

/** What describes no variant belongs to the next: the first gene of a fusion. */
function withDescription(runs: readonly Result[][]): Result[][] {
  const isDescribed = (run: readonly Result[]) => run.some((one) => DESCRIPTIONS.includes(questionOf(one)))
  const whole: Result[][] = []
  let open: Result[] = []
  for (const run of runs) {
    open = [...open, ...run]
    if (!isDescribed(run)) continue
    whole.push(open)
    open = []
  }
  const last = whole.at(-1)
  if (!last) return [open]
  last.push(...open)
  return whole
}
