import { fromLabel } from '#domain/reports/fetus-label.ts'
import { cutTo } from '#domain/text/keepable.ts'
import { fullTextOf, textOf } from '../hl7/message.ts'
import type { OrderGroup } from './order-groups.ts'
import { countedResults } from './report.ts'

const LONGEST_LABEL = 100

/**
 * SPM-14, and answers FETUS: 'Fetus A'. Two different labels are both returned, `Fetus A, Fetus B`: they name no
 * fetus, which is not the same as none.
 */
export function fetusIn({ spm, results }: OrderGroup): string {
  const labels = spm.map((segment) => fromLabel(fullTextOf(segment, 14)))
  const answers = results.flatMap(({ obx }) => (textOf(obx, 3) === 'FETUS' ? [fullTextOf(obx, 5)] : []))
  const answered = answers.map((words) => fromLabel(words) || cutTo(words, LONGEST_LABEL))
  return [...new Set([...labels, ...answered])].filter((words) => words !== '').join(', ')
}

/** OBX-4 of the results, where it is a number that was sent for a person or fetus: `4711-fetus-2`. */
export function peopleInResults(group: OrderGroup): string[] {
  const named = countedResults(group).map(({ obx }) => textOf(obx, 4))
  return [...new Set(named)].filter((about) => /^\d{1,15}-[a-z][\w-]*$/.test(about))
}
