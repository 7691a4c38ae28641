import { OF_A_VARIANT, Q } from '#domain/results/questions.ts'
import { VARIANT_FIELDS } from '#domain/results/variant-fields.ts'
import { textOf } from '../hl7/message.ts'
import { questionIn } from './coded-fields.ts'
import type { Result } from './result.ts'

/** Whether a variant is there. */
export const CALL = '69548-6'
/** Questions whose answer describes a variant, not only that there is one. */
const DESCRIPTIONS = OF_A_VARIANT.filter((code) => ![CALL, '83005-9', '47998-0'].includes(code))

const questionOf = ({ obx }: Result) => questionIn(obx).code
const answerOf = ({ obx }: Result) => textOf(obx, 5) || textOf(obx, 5, 2)
const isGene = (result: Result) => questionOf(result) === Q.gene.code

/**
 * The segments of one OBX-4 by the variant that they tell: laboratories number nothing, or use a number twice. Under a number, several genes may belong to a fusion,
 * and several changes to the transcripts of one variant: there only a second call, or another gene or class with a change
 * of its own, is another variant.
 */
export function variantsIn(group: readonly Result[], isNumbered: boolean): Result[][] {
  return isNumbered && !tellsSeveral(group) ? [[...group]] : severalVariants(group)
}

/** The group's runs that begin with this question: what comes before the first one belongs to it. */
function split(group: readonly Result[], begins: string): Result[][] {
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

/** Questions that a variant answers once. */
const isSingle = (code: string) =>
  code in VARIANT_FIELDS || code === Q.gene.code || code === Q.significance.code

/**
 * Laboratories begin a variant with its gene, its class, its transcript …: of the questions that are asked again, it is the
 * one by which the fewest variants have two answers to a question; of several, the first. Otherwise a class would go to
 * the variant before it.
 */
function severalVariants(group: readonly Result[]): Result[][] {
  const counts = countsOf(group)
  const repeated = [...counts].flatMap(([code, count]) => (count > 1 ? [code] : []))
  const splits = repeated.map((code) => split(group, code))
  const clashes = splits.map((runs) =>
    runs.flatMap((run) => [...countsOf(run)]).reduce((sum, [, count]) => sum + count - 1, 0),
  )
  return splits[clashes.indexOf(Math.min(...clashes))] ?? [[...group]]
}

/** How often each question is asked, in the order of the group; of those that a variant answers once. */
function countsOf(group: readonly Result[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const code of group.map(questionOf)) if (isSingle(code)) counts.set(code, (counts.get(code) ?? 0) + 1)
  return counts
}

/** Whether the segments of one number are about several variants. */
function tellsSeveral(group: readonly Result[]): boolean {
  if (isRepeated(group, CALL)) return true
  const genes = group.filter(isGene).map(answerOf)
  const isTwice = new Set(genes).size > 1 || isRepeated(group, Q.significance.code)
  return genes.length > 1 && isTwice && DESCRIPTIONS.some((code) => isRepeated(group, code))
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
