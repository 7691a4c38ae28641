import { Checkbox, TextInput } from '@mantine/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { splitName } from '#domain/npi/split-name.ts'
import { useLegalTexts } from '#portal/legal-texts.ts'
import { Card } from '#ui/Card.tsx'
import * as texts from '../texts.ts'
import { NpiField } from './NpiField.tsx'
import classes from './registration.module.css'
import type { Values } from './values.ts'

/** The user's NPI; for staff that of the provider for whom they act. Nothing while the type is not chosen. */
export function NpiCard({ form }: { form: UseFormReturn<Values> }) {
  const type = form.watch('providerType')
  if (type === '') return null
  return type === 'Staff' ? <DelegateCard form={form} /> : <OwnNpiCard form={form} />
}

const put = { shouldDirty: true, shouldValidate: true } as const

function OwnNpiCard({ form }: { form: UseFormReturn<Values> }) {
  const [firstName, lastName] = form.watch(['firstName', 'lastName'])
  return (
    <Card title={texts.yourNpi}>
      <Controller
        control={form.control}
        name="npi"
        render={({ field, fieldState }) => (
          <NpiField
            label="NPI"
            name={field.name}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
            typed={{ firstName, lastName }}
            possessive="your"
          />
        )}
      />
    </Card>
  )
}

function DelegateCard({ form }: { form: UseFormReturn<Values> }) {
  const { control, register, formState } = form
  const { userConditions } = useLegalTexts()
  return (
    <Card title={texts.providerTitle} sub={userConditions.delegate}>
      <div className={classes.stack}>
        <TextInput
          label={texts.nameOfTheProvider}
          placeholder={texts.firstAndLastName}
          autoComplete="off"
          maxLength={200}
          aria-required
          error={formState.errors.delegate?.providerName?.message}
          {...register('delegate.providerName', { deps: ['delegate.providerNpi'] })}
        />
        <Controller
          control={control}
          name="delegate.providerNpi"
          render={({ field, fieldState }) => (
            <NpiField
              label={texts.npiOfTheProvider}
              name={field.name}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
              typed={splitName(form.watch('delegate.providerName'))}
              possessive={texts.theProviders}
              takeName={({ firstName, lastName }) => {
                form.setValue('delegate.providerName', `${firstName} ${lastName}`, put)
                form.clearErrors('delegate.providerNpi')
              }}
            />
          )}
        />
        <Checkbox
          label={texts.providerConsent}
          error={formState.errors.delegate?.agreed?.message}
          {...register('delegate.agreed')}
        />
      </div>
    </Card>
  )
}
