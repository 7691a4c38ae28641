import { TextInput, type TextInputProps } from '@mantine/core'
import { useField } from '../draft/form-context.ts'
import { maxLengthAt } from '../draft/max-length.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface TextFieldProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error' | 'onBlur'> {
  path: string
  optional?: boolean
  /** What it is called here, where its path alone does not say it. */
  words?: string | undefined
  /** Puts what was typed into its usual form: an ICD-10 code in capitals. */
  format?: (typed: string) => string
}

/** A line of text of the document. */
export function TextField({
  path,
  optional = false,
  words,
  format = (typed) => typed,
  ...rest
}: TextFieldProps) {
  const { value, set, input } = useField<string | undefined>(path)
  const maxLength = maxLengthAt(path)
  return (
    <TextInput
      label={<FieldLabel path={path} optional={optional} words={words} />}
      {...(maxLength === undefined ? {} : { maxLength })}
      aria-required={!optional}
      autoComplete="off"
      {...rest}
      {...input}
      value={value ?? ''}
      onChange={(event) => set(format(event.currentTarget.value))}
    />
  )
}
