import { Select, Textarea, TextInput } from '@mantine/core'
import { type Ref, useEffect, useState } from 'react'
import { readIsoDate } from '#domain/dates/dates.ts'
import * as texts from './texts.ts'

interface TextFieldProps {
  label: string
  value: string
  maxLength: number
  disabled: boolean
  isLong?: boolean
  onChange: (value: string) => void
}

/** A text that is saved while it is typed. */
export function TextField({ label, value, maxLength, disabled, isLong = false, onChange }: TextFieldProps) {
  const Field = isLong ? Textarea : TextInput
  return (
    <Field
      label={label}
      value={value}
      maxLength={maxLength}
      disabled={disabled}
      {...(isLong ? { autosize: true, minRows: 2 } : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

interface CheckedFieldProps {
  label: string
  description?: string
  value: string
  disabled: boolean
  /** What is wrong with a text; null if it can be saved. */
  problemOf: (text: string) => string | null
  onChange: (value: string) => void
}

/** A text that is saved as soon as it can be read; until then it stays as typed. */
export function CheckedField({ value, problemOf, onChange, disabled, ...rest }: CheckedFieldProps) {
  const [typed, type] = useState(value)
  const [hasLeft, leave] = useState(false)
  useEffect(() => type(value), [value])
  const problem = problemOf(typed.trim())
  return (
    <TextInput
      {...rest}
      value={typed}
      disabled={disabled}
      error={hasLeft ? problem : null}
      onChange={(event) => {
        const text = event.currentTarget.value
        type(text)
        if (problemOf(text.trim()) === null) onChange(text.trim())
      }}
      onBlur={() => leave(true)}
    />
  )
}

/** A year, a month or a day. */
export function partialDateProblem(text: string): string | null {
  if (text === '') return null
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text)
  if (!match) return texts.partialDate
  const [, year, month = '01', day = '01'] = match
  return readIsoDate(`${year}-${month}-${day}`) ? null : texts.noSuchDay
}

export const dayProblem = (text: string) =>
  text === '' || (/^\d{4}-\d\d-\d\d$/.test(text) && readIsoDate(text)) ? null : texts.wholeDay

/** A whole number from `least` to `most`, or nothing. */
export const numberProblem = (least: number, most: number) => (text: string) =>
  text === '' || (/^\d+$/.test(text) && Number(text) >= least && Number(text) <= most)
    ? null
    : texts.numberBetween(least, most)

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly (readonly [value: Value, label: string])[]
  disabled: boolean
  onChange: (value: Value) => void
  /** For a value that is none of the options: nothing is chosen yet. */
  placeholder?: string
  ref?: Ref<HTMLInputElement>
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  disabled,
  onChange,
  ...rest
}: ChoiceProps<Value>) {
  return (
    <Select
      {...rest}
      label={label}
      // A value without an option empties the field only as null.
      value={options.some(([one]) => one === value) ? value : null}
      disabled={disabled}
      allowDeselect={false}
      data={options.map(([one, words]) => ({ value: one, label: words }))}
      onChange={(chosen) => {
        const option = options.find(([one]) => one === chosen)
        if (option) onChange(option[0])
      }}
    />
  )
}
