import type { EligibilityCheck } from '#contract/coverage.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import classes from './coverage.module.css'
import * as texts from './texts.ts'
import { sentence } from './words.ts'

/** What the payer said about the patient, in words, and about whom it was asked. */
export function PayerAnswer({ check }: { check: EligibilityCheck }) {
  const {
    patientName,
    holderName,
    memberId,
    groupNumber,
    askedBy: requestedBy,
    said: benefitLines,
    problems,
  } = check
  const details = Object.entries({
    Patient: patientName,
    'Policy holder': holderName,
    'Member ID': memberId,
    Group: groupNumber,
    'Asked by': requestedBy,
  }).filter(([, value]) => value !== '')
  return (
    <>
      <DialogDetails details={Object.fromEntries(details)} />
      {benefitLines.length > 0 && (
        <dl className={classes.said}>
          {benefitLines.map(({ about, words, network }, index) => (
            <div key={index}>
              <dt>{about}</dt>
              <dd>
                {sentence(words)}
                {network && <span className={classes.small}> · {network}</span>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {problems.length > 0 && (
        <div>
          <div className={classes.strong}>{texts.unreadParts}</div>
          <ul className={classes.plain}>
            {[...new Set(problems)].map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
