import { codeProblem } from '../../icd10/diagnosis-code.ts'
import { diagnosisDay } from '../diagnosis-day.ts'
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
    // A repeated code has its own error.
    const judged = codes.indexOf(code) === index ? diagnoses.find((one) => one.code === code) : undefined
    const message = judged ? codeProblem(judged, day) : null
    return message === null
      ? []
      : [{ path: `/indicationsForTesting/${index}/code`, rule: 'icd10-valid', message }]
  })
}
