import { useSession } from '#portal/session/session.ts'
import { DateEntry } from '#ui/fields/DateEntry.tsx'

interface DayFieldProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

/** A day that is not in the future, in the way of dates that this portal is set to. */
export function DayField(props: DayFieldProps) {
  const { calendarDates } = useSession().configuration.features
  return (
    <DateEntry
      {...props}
      variant={calendarDates ? 'calendar' : 'selects'}
      required
      preventFuture
      offersToday
    />
  )
}
