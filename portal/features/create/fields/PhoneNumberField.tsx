import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { useField } from '../draft/form-context.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface PhoneNumberFieldProps {
  path: string
  optional?: boolean
  words?: string
}

/** A phone number of the document, with its country. */
export function PhoneNumberField({ path, optional = false, words }: PhoneNumberFieldProps) {
  const { value = '', set, input } = useField<string | undefined>(path)
  return (
    <PhoneField
      label={<FieldLabel path={path} optional={optional} words={words} />}
      required={!optional}
      autoComplete="off"
      {...input}
      value={value}
      onChange={set}
    />
  )
}
