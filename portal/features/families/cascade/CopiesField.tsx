import { Select } from '@mantine/core'
import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form'
import * as texts from './texts.ts'

/** The form's field has the copies of one variant; none if nobody counted. */
interface CopiesFieldProps<Input extends FieldValues, Output>
  extends UseControllerProps<Input, FieldPath<Input>, Output> {
  /** What it means to choose nothing. */
  placeholder: string
}

/** Whether a person has one copy of a recessive variant or both. */
export function CopiesField<Input extends FieldValues, Output>({
  placeholder,
  ...at
}: CopiesFieldProps<Input, Output>) {
  const { field, fieldState } = useController(at)
  const copies: readonly number[] = field.value ?? []
  return (
    <Select
      label={texts.copies}
      data={[
        { value: '1', label: texts.oneCopy },
        { value: '2', label: texts.twoCopies },
      ]}
      clearable
      placeholder={placeholder}
      value={copies[0] === undefined ? null : String(copies[0])}
      onChange={(next) => field.onChange(next === null ? [] : [Number(next)])}
      error={fieldState.error?.message}
    />
  )
}
