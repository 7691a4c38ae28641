import { ageInWords, isIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { useSession } from '#portal/session/session.ts'
import { DateEntry } from '#ui/fields/DateEntry.tsx'
import { useField } from '../draft/form-context.ts'
import { FieldLabel } from './FieldLabel.tsx'
import classes from './field-label.module.css'

interface DateFieldProps {
  path: string
  optional?: boolean
  words?: string
  /** Shows how old somebody born on the date is today. */
  age?: boolean
  /** Offers today with one press. */
  offersToday?: boolean
  /** A day to come may be entered: a due date. */
  allowsFuture?: boolean
}

/**
 * A date that is, unless `allowsFuture`, not after the laboratory's today, typed in one box or by three selects. What is no date yet is kept in
 * the document as it is, and the order's rules flag it as the field does.
 */
export function DateField({
  path,
  optional = false,
  words,
  age = false,
  offersToday = false,
  allowsFuture = false,
}: DateFieldProps) {
  const { value = '', set, input } = useField<string | undefined>(path)
  const { calendarDates } = useSession().configuration.features
  const old = age && isIsoDate(value) ? ageInWords(value, todayAtLaboratory(new Date())) : null
  return (
    <DateEntry
      variant={calendarDates ? 'calendar' : 'selects'}
      label={
        <>
          <FieldLabel path={path} optional={optional} words={words} />
          {old !== null && <span className={classes.optional}> {old}</span>}
        </>
      }
      required={!optional}
      preventFuture={!allowsFuture}
      offersToday={offersToday}
      {...input}
      value={value}
      onChange={set}
    />
  )
}
