import { ActionIcon, Button, Popover, TextInput } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { type FocusEvent, useState } from 'react'
import { calendarProblem, showTypedDate } from '#domain/dates/date-entry.ts'
import { isIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { readDate } from '#domain/dates/read-date.ts'
import { beforeEarliest, withSlashes } from '#domain/dates/typed-date.ts'
import { afterPress } from './after-press.ts'
import classes from './date-entry.module.css'
import type { DateProps } from './date-props.ts'

const CALENDAR_LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
} as const
/** Red would mean an error. */
const NO_WEEKEND: [] = []

/**
 * A date typed in one box, shown as MM/dd/yyyy on blur, with a calendar to choose from; number keys are
 * enough. Text that cannot be read is kept as typed.
 */
export function DateCalendar(props: DateProps) {
  const { value, required = false, preventFuture = false, disabled = false } = props
  const [typing, setTyping] = useState<string | null>(null)
  const [opened, setOpened] = useState(false)
  const [left, setLeft] = useState(false)
  const today = todayAtLaboratory(new Date())
  const problem = left
    ? (calendarProblem(value, { required, preventFuture, today }) ?? beforeEarliest(value, props.earliest))
    : null
  const offersToday = props.offersToday && !disabled

  const leave = () => {
    setTyping(null)
    setLeft(true)
    props.onBlur?.()
  }
  const type = (text: string) => {
    const typed = withSlashes(text, typing ?? showTypedDate(value))
    setTyping(typed)
    props.onChange(readDate(typed) ?? typed)
  }
  const close = () => {
    setOpened(false)
    leave()
  }

  return (
    <TextInput
      label={props.label}
      description={props.description}
      placeholder="MM/DD/YYYY"
      autoComplete="off"
      inputMode="numeric"
      maxLength={24}
      aria-required={required}
      disabled={disabled}
      data-path={props['data-path']}
      data-field={props['data-field']}
      error={problem ?? props.error}
      value={typing ?? showTypedDate(value)}
      onChange={(event) => type(event.currentTarget.value)}
      wrapperProps={{
        onBlur: (event: FocusEvent) => {
          if (!opened && !event.currentTarget.contains(event.relatedTarget)) afterPress(leave)
        },
      }}
      rightSectionWidth={offersToday ? 92 : 34}
      rightSection={
        <div className={classes.choosing}>
          {offersToday && (
            <Button
              variant="subtle"
              size="compact-xs"
              onClick={() => {
                setTyping(null)
                props.onChange(today)
              }}
            >
              Today
            </Button>
          )}
          <Popover
            opened={opened}
            onChange={(next) => (next ? setOpened(true) : close())}
            position="bottom-end"
            shadow="md"
            trapFocus
            returnFocus
          >
            <Popover.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                disabled={disabled}
                aria-label="Choose from a calendar"
                onClick={() => (opened ? close() : setOpened(true))}
              >
                <IconCalendar size={16} aria-hidden />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown>
              <DatePicker
                value={isIsoDate(value) ? value : null}
                defaultDate={isIsoDate(value) ? value : today}
                {...(preventFuture ? { maxDate: today } : {})}
                {...(props.earliest ? { minDate: props.earliest.day } : {})}
                firstDayOfWeek={0}
                hideOutsideDates
                // Escape closes the calendar, not a surrounding dialog.
                __stopPropagation
                weekendDays={NO_WEEKEND}
                ariaLabels={CALENDAR_LABELS}
                onChange={(date) => {
                  if (date !== null) props.onChange(date)
                  close()
                }}
              />
            </Popover.Dropdown>
          </Popover>
        </div>
      }
    />
  )
}
