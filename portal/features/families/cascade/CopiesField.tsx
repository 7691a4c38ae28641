import { Select } from '@mantine/core'
import * as texts from './texts.ts'

interface CopiesFieldProps {
  /** Of one variant; empty if nobody counted. */
  value: readonly number[]
  onChange: (copies: number[]) => void
  /** What it means to choose nothing. */
  placeholder: string
  error: string | undefined
}

/** Whether a person has one copy of a recessive variant or both. */
export function CopiesField({ value, onChange, placeholder, error }: CopiesFieldProps) {
  return (
    <Select
      label={texts.copies}
      data={[
        { value: '1', label: texts.oneCopy },
        { value: '2', label: texts.twoCopies },
      ]}
      clearable
      placeholder={placeholder}
      value={value[0] === undefined ? null : String(value[0])}
      onChange={(next) => onChange(next === null ? [] : [Number(next)])}
      error={error}
    />
  )
}
