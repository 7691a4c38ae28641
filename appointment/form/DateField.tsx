import type { DatePart } from '../words/languages.ts'
import type { FormWords } from '../words/words.ts'
import { ariaOf, FieldError } from './Field.tsx'
import classes from './field.module.css'

interface DateFieldProps {
  words: FormWords
  order: readonly DatePart[]
  error: string | undefined
}

/**
 * The date of birth in three elements, each with a name of its own: nobody scrolls through a calendar to 1957, and
 * nobody has to know whether the month comes first.
 */
export function DateField({ words, order, error }: DateFieldProps) {
  const aria = { 'aria-required': true, ...ariaOf('dateOfBirth', { error }) }
  const number = { className: classes.input, type: 'text', inputMode: 'numeric', ...aria } as const
  const elements = {
    month: (
      <select className={classes.select} id="dateMonth" name="dateMonth" autoComplete="bday-month" {...aria}>
        <option value="">{words.select}</option>
        {words.months.map((name, index) => (
          <option key={name} value={index + 1}>
            {name}
          </option>
        ))}
      </select>
    ),
    day: <input {...number} id="dateDay" name="dateDay" maxLength={2} autoComplete="bday-day" />,
    year: <input {...number} id="dateYear" name="dateYear" maxLength={4} autoComplete="bday-year" />,
  }
  const ids = { month: 'dateMonth', day: 'dateDay', year: 'dateYear' }
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{words.dateOfBirth}</legend>
      <div className={classes.date}>
        {order.map((part) => (
          <div key={part} className={classes[part]}>
            <label className={classes.part} htmlFor={ids[part]}>
              {words[part]}
            </label>
            {elements[part]}
          </div>
        ))}
      </div>
      <FieldError id="dateOfBirth" error={error} />
    </fieldset>
  )
}
