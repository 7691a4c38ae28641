import { Group, Select, TextInput } from '@mantine/core'
import type { AnswerValue } from '#domain/orders/answers.ts'
import { MOST_CHARACTERS } from '#domain/questions/check.ts'
import { type Item, TODAY_LIMIT } from '#domain/questions/questionnaire.ts'
import { useSession } from '#portal/session/session.ts'
import { DateEntry } from '#ui/fields/DateEntry.tsx'
import { LongText } from '#ui/fields/LongText.tsx'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import { typedMoment, withOffset } from './moments.ts'
import * as texts from './texts.ts'
import type { useAnswer } from './use-answer.ts'

interface SingleFieldProps {
  item: Item
  /** Left out within a list, whose legend is the question. */
  label?: { path: string; optional: boolean }
  value: AnswerValue
  onChange: (value: AnswerValue) => void
  input: Partial<ReturnType<typeof useAnswer>['input']>
}

/** One value of text, a number, a date, or a date and time. */
export function SingleField({ item, label, value, onChange, input }: SingleFieldProps) {
  const { calendarDates } = useSession().configuration.features
  const change = (next: string) => onChange({ ...value, value: next })
  const common = {
    ...(label
      ? { label: <FieldLabel {...label} words={item.text} />, 'aria-required': !label.optional }
      : { 'aria-label': item.text }),
    ...input,
  }
  const { type, maxLength = MOST_CHARACTERS, units = [], max } = item
  if (type === 'date')
    return (
      <DateEntry
        variant={calendarDates ? 'calendar' : 'selects'}
        label={label ? <FieldLabel {...label} words={item.text} /> : item.text}
        required={item.required}
        preventFuture={max === TODAY_LIMIT}
        {...input}
        value={value.value}
        onChange={change}
      />
    )
  if (type === 'dateTime')
    return (
      <TextInput
        type="datetime-local"
        {...common}
        value={typedMoment(value.value)}
        onChange={(event) => change(withOffset(event.currentTarget.value))}
      />
    )
  if (type === 'text')
    return (
      <LongText
        minRows={2}
        maxRows={12}
        maxLength={maxLength}
        {...common}
        value={value.value}
        onChange={(event) => change(event.currentTarget.value)}
      />
    )
  const isNumber = type === 'integer' || type === 'decimal' || type === 'quantity'
  const [only] = units.length === 1 ? units : []
  const text = (
    <TextInput
      autoComplete="off"
      maxLength={isNumber ? 30 : maxLength}
      {...(isNumber ? { inputMode: type === 'integer' ? 'numeric' : 'decimal' } : {})}
      {...(only ? { description: only.display } : {})}
      {...common}
      value={value.value}
      onChange={(event) => {
        const typed = event.currentTarget.value
        onChange({ ...value, value: typed, ...(only && type === 'quantity' ? { unit: only.code } : {}) })
      }}
    />
  )
  if (type !== 'quantity' || only) return text
  return (
    <Group gap="sm" align="flex-start" grow>
      {text}
      <Select
        label={texts.unit}
        data={units.map(({ code, display }) => ({ value: code, label: display }))}
        value={value.unit ?? null}
        onChange={(unit) => {
          const { unit: _, ...rest } = value
          onChange(unit === null ? rest : { ...rest, unit })
        }}
      />
    </Group>
  )
}
