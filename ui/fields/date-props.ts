import type { ReactNode } from 'react'
import type { Earliest } from '#domain/dates/typed-date.ts'

export interface DateProps {
  label: ReactNode
  description?: ReactNode
  /** An ISO date, or what is there of it: `2024-02-` of the selects, what was typed beside the calendar; '' for none. */
  value: string
  /** `moment`, of the calendar variant only: the chosen day with the time of day that it is now (§5). */
  onChange: (value: string, moment: Date | null) => void
  /** Called when the whole field is left, not between its parts. */
  onBlur?: () => void
  /** What the form finds wrong; the field's own words go before it. */
  error?: string | null | undefined
  required?: boolean
  /** Nothing after the laboratory's today. */
  preventFuture?: boolean
  /** Nothing before that day. */
  earliest?: Earliest
  /** Offers today with one press, for what is mostly done today: a collection. */
  offersToday?: boolean
  disabled?: boolean
  'data-path'?: string
  'data-field'?: string
}
