import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ageInWords, isIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { showDate } from '#ui/dates.ts'
import { useField } from '../draft/form-context.ts'
import { maxLengthAt } from '../draft/max-length.ts'
import { readDate } from '../read-date.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface DateFieldProps {
  path: string
  optional?: boolean
  /** Shows how old somebody born on the date is today. */
  age?: boolean
}

/**
 * A typed date. While it is typed it stays as typed; left, it shows the one unambiguous form. What cannot be read is
 * kept as it is in the document, and the order's rules flag it.
 */
export function DateField({ path, optional = false, age = false }: DateFieldProps) {
  const { value, set, input } = useField<string>(path)
  const [typing, setTyping] = useState<string | null>(null)
  const maxLength = maxLengthAt(path)
  const words = age && isIsoDate(value) ? ageInWords(value, todayAtLaboratory(new Date())) : null
  return (
    <TextInput
      label={<FieldLabel path={path} optional={optional} />}
      placeholder="14 Mar 2019 or 03/14/2019"
      {...(maxLength === undefined ? {} : { maxLength })}
      aria-required={!optional}
      autoComplete="off"
      {...input}
      {...(words === null
        ? {}
        : {
            rightSection: (
              <Text size="sm" c="dimmed" pr="sm" aria-label={`Age ${words}`}>
                {words}
              </Text>
            ),
            rightSectionWidth: 'auto',
            rightSectionPointerEvents: 'none',
          })}
      value={typing ?? showDate(value)}
      onFocus={() => setTyping(showDate(value))}
      onChange={(event) => {
        const typed = event.currentTarget.value
        setTyping(typed)
        set(readDate(typed) ?? typed)
      }}
      onBlur={() => {
        setTyping(null)
        input.onBlur()
      }}
    />
  )
}
