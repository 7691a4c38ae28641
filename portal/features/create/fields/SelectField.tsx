import { Select, type SelectProps } from '@mantine/core'
import { useField } from '../draft/form-context.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface SelectFieldProps
  extends Omit<SelectProps<string>, 'value' | 'onChange' | 'error' | 'onBlur' | 'defaultValue' | 'multiple'> {
  path: string
  optional?: boolean
}

/** One of a list; '' in the document while nothing is chosen. */
export function SelectField({ path, optional = false, ...rest }: SelectFieldProps) {
  const { value, set, input } = useField<string>(path)
  return (
    <Select
      label={<FieldLabel path={path} optional={optional} />}
      placeholder="Choose"
      aria-required={!optional}
      clearable={optional}
      checkIconPosition="right"
      {...rest}
      {...input}
      value={value === '' ? null : value}
      onChange={(next) => set(next ?? '')}
    />
  )
}
