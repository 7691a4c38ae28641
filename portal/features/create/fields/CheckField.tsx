import { Checkbox, type CheckboxProps } from '@mantine/core'
import { labelOf } from '#portal/order/labels.ts'
import { useField } from '../draft/form-context.ts'

interface CheckFieldProps extends Omit<CheckboxProps, 'checked' | 'onChange' | 'error' | 'onBlur'> {
  path: string
}

/** Yes or no of the document, as a box to tick. */
export function CheckField({ path, ...rest }: CheckFieldProps) {
  const { value, set, input } = useField<boolean | undefined>(path)
  return (
    <Checkbox
      label={labelOf(path)}
      {...rest}
      {...input}
      checked={value ?? false}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
