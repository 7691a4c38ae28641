import { codeProblem } from '../../icd10/diagnosis-code.ts'
import { diagnosisDay } from '../diagnosis-day.ts'
import { icd10 } from '../field-checks.ts'
import type { Finding } from '../points.ts'
import type { RuleInput } from './rule.ts'

/**
 * Headings, retired and unknown diagnosis codes, on the day of collection. A code that the laboratory's list
 * does not judge is free.
 */
export function diagnosisRules(known: RuleInput): Finding[] {
  const { document, today, diagnoses = [] } = known
  const day = diagnosisDay(document, today)
  const codes = document.indicationsForTesting.map(({ code }) => code)
  return codes.flatMap((code, index) => {
    // A code of the wrong form, or a repeated one, has its own error.
    const isJudged = icd10(code, today) === null && codes.indexOf(code) === index
    const judged = isJudged ? diagnoses.find((one) => one.code === code) : undefined
    const message = judged ? codeProblem(judged, day) : null
    return message === null
      ? []
      : [{ path: `/indicationsForTesting/${index}/code`, rule: 'icd10-valid', message }]
  })
}
