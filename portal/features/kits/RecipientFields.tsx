import { TextInput } from '@mantine/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { StateSelect } from '#ui/fields/StateSelect.tsx'
import classes from './kit-order.module.css'
import type { Values } from './order-values.ts'

/** Whom the kits are sent to (specification §3, Kit request). */
export function RecipientFields({ form }: { form: UseFormReturn<Values> }) {
  const { register, control, formState } = form
  const errors = formState.errors.kitRecipient
  return (
    <div className={classes.fields}>
      <TextInput
        className={classes.half}
        label="First name"
        autoComplete="given-name"
        maxLength={100}
        aria-required
        error={errors?.firstName?.message}
        {...register('kitRecipient.firstName')}
      />
      <TextInput
        className={classes.half}
        label="Last name"
        autoComplete="family-name"
        maxLength={100}
        aria-required
        error={errors?.lastName?.message}
        {...register('kitRecipient.lastName')}
      />
      <div className={classes.full}>
        <Controller
          control={control}
          name="kitRecipient.phone"
          render={({ field, fieldState }) => (
            <PhoneField
              label="Phone"
              required
              data-field={field.name}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              error={fieldState.error?.message}
            />
          )}
        />
      </div>
      <TextInput
        className={classes.wide}
        label="Street and number"
        autoComplete="address-line1"
        maxLength={120}
        aria-required
        error={errors?.address1?.message}
        {...register('kitRecipient.address1')}
      />
      <TextInput
        className={classes.narrow}
        label={
          <>
            Suite, floor <span className={classes.optional}>optional</span>
          </>
        }
        autoComplete="address-line2"
        maxLength={120}
        error={errors?.address2?.message}
        {...register('kitRecipient.address2')}
      />
      <TextInput
        className={classes.city}
        label="City"
        autoComplete="address-level2"
        maxLength={80}
        aria-required
        error={errors?.city?.message}
        {...register('kitRecipient.city')}
      />
      <Controller
        control={control}
        name="kitRecipient.state"
        render={({ field, fieldState }) => (
          <StateSelect
            className={classes.state}
            aria-required
            data-field={field.name}
            value={field.value}
            onChange={field.onChange}
            error={fieldState.error?.message}
          />
        )}
      />
      <TextInput
        className={classes.zip}
        label="ZIP code"
        autoComplete="postal-code"
        inputMode="numeric"
        maxLength={10}
        aria-required
        error={errors?.zipCode?.message}
        {...register('kitRecipient.zipCode')}
      />
    </div>
  )
}
