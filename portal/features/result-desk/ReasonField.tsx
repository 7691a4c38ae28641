import { Textarea } from '@mantine/core'
import * as texts from './texts.ts'

interface ReasonFieldProps {
  value: string
  onChange: (reason: string) => void
  description?: string
}

/** Why it was decided so; kept with the result. */
export function ReasonField({ value, onChange, description }: ReasonFieldProps) {
  return (
    <Textarea
      label={texts.reason}
      description={description}
      aria-required
      autosize
      minRows={2}
      maxRows={8}
      maxLength={1000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
