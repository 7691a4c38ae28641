import { Select, type SelectProps } from '@mantine/core'
import { useField } from '../draft/form-context.ts'
import { FieldLabel } from './FieldLabel.tsx'
import * as texts from './texts.ts'
import { typedChoice, useTypeAhead } from './type-ahead.ts'

interface SelectFieldProps
  extends Omit<SelectProps<string>, 'value' | 'onChange' | 'error' | 'onBlur' | 'defaultValue' | 'multiple'> {
  path: string
  optional?: boolean
  /** What it is called here, where its path alone does not say it. */
  words?: string | undefined
  /** Instead of putting the choice at the path alone. */
  onChoose?: (value: string) => void
}

/** One of a list; '' in the document while nothing is chosen, or nothing for an optional member. */
export function SelectField({ path, optional = false, words, onChoose, ...rest }: SelectFieldProps) {
  const { value, set, input } = useField<string | undefined>(path)
  const choose = onChoose ?? set
  const choices = (rest.data ?? [])
    .flatMap((one) => (typeof one === 'string' ? { value: one, label: one } : 'value' in one ? one : []))
    .filter((one) => !('disabled' in one && one.disabled))
  const typeAhead = useTypeAhead((letters) => {
    const labels = choices.map(({ label }) => label)
    const label = typedChoice(labels, letters, choices.find((one) => one.value === value)?.label)
    const choice = choices.find((one) => one.label === label)
    if (choice) choose(choice.value)
  })
  return (
    <Select
      label={<FieldLabel path={path} optional={optional} words={words} />}
      placeholder={texts.choose}
      aria-required={!optional}
      clearable={optional}
      allowDeselect={optional}
      checkIconPosition="right"
      {...(rest.searchable ? {} : { onKeyDown: typeAhead })}
      {...rest}
      {...input}
      value={value || null}
      onChange={(next) => choose(next ?? '')}
    />
  )
}
