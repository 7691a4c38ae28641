import { type FieldPath, type FieldValues, type UseControllerProps, useController } from 'react-hook-form'
import { useSession } from '#portal/session/session.ts'
import { DateEntry } from '#ui/fields/DateEntry.tsx'

interface DayFieldProps<Input extends FieldValues, Output>
  extends UseControllerProps<Input, FieldPath<Input>, Output> {
  label: string
}

/** A day that is not in the future, in the way of dates that this portal is set to. */
export function DayField<Input extends FieldValues, Output>({ label, ...at }: DayFieldProps<Input, Output>) {
  const { field, fieldState } = useController(at)
  const { calendarDates } = useSession().configuration.features
  return (
    <DateEntry
      label={label}
      value={field.value ?? ''}
      onChange={field.onChange}
      error={fieldState.error?.message}
      variant={calendarDates ? 'calendar' : 'selects'}
      required
      preventFuture
      offersToday
    />
  )
}
