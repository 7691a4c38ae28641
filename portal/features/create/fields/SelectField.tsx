import { Select, type SelectProps } from '@mantine/core'
import { useField } from '../draft/form-context.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface SelectFieldProps
  extends Omit<SelectProps<string>, 'value' | 'onChange' | 'error' | 'onBlur' | 'defaultValue' | 'multiple'> {
  path: string
  optional?: boolean
  /** What it is called here, where its path alone does not say it. */
  words?: string | undefined
  /** Instead of putting the choice at the path alone. */
  onChoose?: (value: string) => void
}

/** One of a list; '' in the document while nothing is chosen. */
export function SelectField({ path, optional = false, words, onChoose, ...rest }: SelectFieldProps) {
  const { value, set, input } = useField<string>(path)
  const choose = onChoose ?? set
  return (
    <Select
      label={<FieldLabel path={path} optional={optional} words={words} />}
      placeholder="Choose"
      aria-required={!optional}
      clearable={optional}
      allowDeselect={optional}
      checkIconPosition="right"
      {...rest}
      {...input}
      value={value === '' ? null : value}
      onChange={(next) => choose(next ?? '')}
    />
  )
}
