import type { ReactNode } from 'react'
import type { Earliest } from '#domain/dates/typed-date.ts'

export interface DateProps {
  label: ReactNode
  description?: ReactNode
  /**
   * An ISO date, or an incomplete value: `2024-02-` from the selects, text typed next to the calendar; '' for
   * none.
   */
  value: string
  onChange: (value: string) => void
  /** Called when the focus leaves the whole field, not between its parts. */
  onBlur?: () => void
  /** The form's error; the field's own message takes precedence. */
  error?: string | null | undefined
  required?: boolean
  /** Allows no day after the laboratory's today. */
  preventFuture?: boolean
  /** Allows no day before this one. */
  earliest?: Earliest
  /** Offers a Today button, for dates that are usually today: a collection. */
  offersToday?: boolean
  disabled?: boolean
  'data-path'?: string
  'data-field'?: string
}
