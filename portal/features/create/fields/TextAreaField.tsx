import type { TextareaProps } from '@mantine/core'
import { LongText } from '#ui/fields/LongText.tsx'
import { useField } from '../draft/form-context.ts'
import { maxLengthAt } from '../draft/max-length.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface TextAreaFieldProps
  extends Omit<TextareaProps, 'value' | 'onChange' | 'error' | 'onBlur' | 'autosize' | 'rows' | 'style'> {
  path: string
  optional?: boolean
  /** What it is called here, where its path alone does not say it. */
  words?: string | undefined
}

/** Several lines of text of the document. */
export function TextAreaField({ path, optional = false, words, ...rest }: TextAreaFieldProps) {
  const { value, set, input } = useField<string | undefined>(path)
  const maxLength = maxLengthAt(path)
  return (
    <LongText
      label={<FieldLabel path={path} optional={optional} words={words} />}
      minRows={2}
      maxRows={12}
      {...(maxLength === undefined ? {} : { maxLength })}
      aria-required={!optional}
      {...rest}
      {...input}
      value={value ?? ''}
      onChange={(event) => set(event.currentTarget.value)}
    />
  )
}
