import { codeProblem, fetusProblem } from '../../icd10/diagnosis-code.ts'
import { diagnosisDay, isJudgedFromStorage } from '../diagnosis-day.ts'
import { icd10 } from '../field-checks.ts'
import { specimensIn } from '../on-file.ts'
import type { Finding } from '../points.ts'
import type { RuleInput } from './rule.ts'

/**
 * Headings, retired and unknown diagnosis codes, on the day of service (`diagnosisDay`). A code that the laboratory's list
 * does not judge is free. In a pregnancy the 7th character of an obstetric code names the fetus: a warning if it
 * does not fit, since how many there are may change.
 */
export function diagnosisRules(known: RuleInput): Finding[] {
  const { document, today, diagnoses = [], specimenOf: owner } = known
  const specimens = specimensIn(document, owner)
  const day = diagnosisDay(specimens, today)
  const isFromStorage = isJudgedFromStorage(specimens, today)
  const fetuses = document.pregnancy?.fetusCount ?? 0
  const codes = document.indicationsForTesting.map(({ code }) => code)
  return codes.flatMap((code, index) => {
    // A code of the wrong form, or a repeated one, has its own error.
    const isJudged = icd10(code, today) === null && codes.indexOf(code) === index
    const judged = isJudged ? diagnoses.find((one) => one.code === code) : undefined
    const message = judged ? codeProblem(judged, day, { isFromStorage }) : null
    const path = `/indicationsForTesting/${index}/code`
    if (message !== null) return [{ path, rule: 'icd10-valid', message }]
    const ofFetus = isJudged ? fetusProblem(code, fetuses) : null
    return ofFetus === null
      ? []
      : [{ path, rule: 'icd10-fetus', message: ofFetus, warningAbout: `${code} ${fetuses}` }]
  })
}
