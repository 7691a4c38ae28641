import { Button, Input, NativeSelect } from '@mantine/core'
import { type FocusEvent, useId, useState } from 'react'
import {
  choosePart,
  type DateFields,
  dateFieldsOf,
  dayChoices,
  monthChoices,
  selectsProblem,
  yearChoices,
} from '#domain/dates/date-entry.ts'
import { MONTHS, todayAtLaboratory } from '#domain/dates/dates.ts'
import { beforeEarliest } from '#domain/dates/typed-date.ts'
import { afterPress } from './after-press.ts'
import classes from './date-entry.module.css'
import type { DateProps } from './date-props.ts'

const monthName = (month: string) => MONTHS[Number(month) - 1] ?? month
const dayNumber = (day: string) => String(Number(day))

/** Month, day and year as three selects. Every choice is stored immediately, complete or not. */
export function DateSelects(props: DateProps) {
  const { value, required = false, preventFuture = false, disabled = false } = props
  const [left, setLeft] = useState(false)
  const id = useId()
  const today = todayAtLaboratory(new Date())
  const limits = { today, preventFuture, ...(props.earliest && { from: props.earliest.day }) }
  const dateFields = dateFieldsOf(value)
  const early = beforeEarliest(value, props.earliest)
  const error = (left && (early ?? selectsProblem(value, { ...limits, required }))) || props.error
  const leave = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return
    afterPress(() => {
      setLeft(true)
      props.onBlur?.()
    })
  }
  const select = (
    field: keyof DateFields,
    name: string,
    choices: string[],
    word = (choice: string) => choice,
  ) => (
    <NativeSelect
      aria-label={name}
      aria-required={required}
      aria-describedby={error ? `${id}-error` : undefined}
      error={Boolean(error)}
      disabled={disabled}
      classNames={{ input: classes.select }}
      rightSectionWidth={18}
      value={dateFields[field]}
      onChange={(event) => props.onChange(choosePart(value, { [field]: event.currentTarget.value }, limits))}
      data={[
        { value: '', label: name },
        ...choices.map((choice) => ({ value: choice, label: word(choice) })),
      ]}
      data-empty={dateFields[field] === '' || undefined}
    />
  )
  return (
    <fieldset
      className={classes.fieldset}
      data-path={props['data-path']}
      data-field={props['data-field']}
      aria-describedby={props.description ? `${id}-description` : undefined}
      onBlur={leave}
    >
      <legend className={classes.legend}>{props.label}</legend>
      {props.description && (
        <Input.Description id={`${id}-description`} className={classes.description}>
          {props.description}
        </Input.Description>
      )}
      <div className={classes.selects}>
        {select('month', 'Month', monthChoices(dateFields, limits), monthName)}
        {select('day', 'Day', dayChoices(dateFields, limits), dayNumber)}
        {select('year', 'Year', yearChoices(limits))}
      </div>
      {props.offersToday && !disabled && (
        <Button variant="subtle" size="compact-xs" mt={4} onClick={() => props.onChange(today)}>
          Today
        </Button>
      )}
      {error && (
        <Input.Error id={`${id}-error`} className={classes.error}>
          {error}
        </Input.Error>
      )}
    </fieldset>
  )
}
