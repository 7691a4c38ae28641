import { Button } from '@mantine/core'
import { codeRefusal, type Diagnosis } from '#domain/icd10/diagnosis-code.ts'
import type { Indication } from '#domain/orders/document.ts'
import { diagnosisDayOf } from '../../draft/diagnosis-day.ts'
import { useFormState } from '../../draft/form-context.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'

interface OfferedCodesProps {
  indication: Indication
  pick: (instead: Diagnosis) => void
}

/** The codes to choose from where a code is a heading or not valid on the day of service. */
export function OfferedCodes({ indication: { code }, pick }: OfferedCodesProps) {
  const known = useFormState(({ checked }) => checked.diagnoses?.find((one) => one.code === code))
  const day = useFormState(diagnosisDayOf)
  if (!known || known.offered.length === 0 || codeRefusal(known, day) === null) return null
  return (
    <ul className={classes.offered} aria-label={texts.codesInsteadOf(code)}>
      {known.offered.map((one) => (
        <li key={one.code}>
          <Button variant="subtle" size="compact-sm" onClick={() => pick(one)}>
            <span className={classes.name}>{one.code}</span>&nbsp;{one.description}
          </Button>
        </li>
      ))}
    </ul>
  )
}
