import { zodResolver } from '@hookform/resolvers/zod'
import { Button, TextInput } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { useRef } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { type AccountingOf, accountingOf } from '#contract/audit.ts'
import { focusFirst, showRefusal, wrongFields } from '#portal/forms.ts'
import { useSession } from '#portal/session/session.ts'
import { Card } from '#ui/Card.tsx'
import { DateEntry } from '#ui/fields/DateEntry.tsx'
import classes from './accounting.module.css'
import * as texts from './texts.ts'

const RULES = accountingOf.pick({ firstName: true, lastName: true, dateOfBirth: true })

/** Whose accounting it is: as an order has them, whatever the accents and capitals. */
export function PatientForm({ mutation }: { mutation: UseMutationResult<unknown, Error, AccountingOf> }) {
  const { calendarDates } = useSession().configuration.features
  const element = useRef<HTMLFormElement>(null)
  const form = useForm({
    resolver: zodResolver(RULES),
    defaultValues: { firstName: '', lastName: '', dateOfBirth: '' },
    shouldFocusError: false,
  })
  const { register, control, formState } = form
  const focus = (names: readonly string[]) => element.current && focusFirst(element.current, names)
  const send = form.handleSubmit(
    (body) => mutation.mutate(body, { onError: (error) => focus(showRefusal(form, error)) }),
    (wrong) => focus(wrongFields(wrong).map(({ name }) => name)),
  )
  const name = { autoComplete: 'off', maxLength: 100, 'aria-required': true }
  return (
    <Card>
      <form ref={element} noValidate onSubmit={send} className={classes.form}>
        <TextInput
          label={texts.lastName}
          {...name}
          error={formState.errors.lastName?.message}
          {...register('lastName')}
        />
        <TextInput
          label={texts.firstName}
          {...name}
          error={formState.errors.firstName?.message}
          {...register('firstName')}
        />
        <Controller
          control={control}
          name="dateOfBirth"
          render={({ field: { value, onChange, onBlur }, fieldState }) => (
            <DateEntry
              variant={calendarDates ? 'calendar' : 'selects'}
              label={texts.dateOfBirth}
              data-field="dateOfBirth"
              required
              preventFuture
              {...{ value, onChange, onBlur, error: fieldState.error?.message }}
            />
          )}
        />
        <Button type="submit" loading={mutation.isPending}>
          {texts.showAccounting}
        </Button>
      </form>
    </Card>
  )
}
