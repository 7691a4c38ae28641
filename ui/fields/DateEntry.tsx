import { DateCalendar } from './DateCalendar.tsx'
import { DateSelects } from './DateSelects.tsx'
import type { DateProps } from './date-props.ts'

interface DateEntryProps extends DateProps {
  /** The configuration's `calendarDates` decides (specification §2). */
  variant: 'selects' | 'calendar'
}

/** A date field (specification §5, Date entry). */
export function DateEntry({ variant, ...rest }: DateEntryProps) {
  return variant === 'calendar' ? <DateCalendar {...rest} /> : <DateSelects {...rest} />
}
