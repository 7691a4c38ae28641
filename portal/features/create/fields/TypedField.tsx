import { TypedSelect, type TypedSelectProps } from '#ui/fields/TypedSelect.tsx'
import { useField, useOrderForm } from '../draft/form-context.ts'
import { FieldLabel } from './FieldLabel.tsx'

interface TypedFieldProps
  extends Omit<TypedSelectProps, 'value' | 'onChange' | 'error' | 'onBlur' | 'onPending'> {
  path: string
  optional?: boolean
}

/** One of a long list, chosen or typed; words that are none of it are an open point. */
export function TypedField({ path, optional = false, ...rest }: TypedFieldProps) {
  const form = useOrderForm()
  const { value, set, input } = useField<string | undefined>(path)
  return (
    <TypedSelect
      label={<FieldLabel path={path} optional={optional} />}
      aria-required={!optional}
      clearable={optional}
      allowDeselect={optional}
      {...rest}
      {...input}
      // A member that the document may leave out says nothing.
      value={value ?? ''}
      onChange={set}
      onPending={(words) => form.setPending(path, words)}
    />
  )
}
