import { Textarea } from '@mantine/core'
import type { UseFormRegisterReturn } from 'react-hook-form'
import * as texts from './texts.ts'

interface ReasonFieldProps extends UseFormRegisterReturn {
  /** Who reads it. */
  description: string
  error: string | undefined
}

/** Why something is done to somebody. */
export function ReasonField(props: ReasonFieldProps) {
  return <Textarea label={texts.reason} autosize minRows={2} maxLength={500} aria-required {...props} />
}
