import { TextInput } from '@mantine/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { PhoneField } from '#ui/fields/PhoneField.tsx'
import { type RegionAndCode, RegionFields } from '#ui/fields/RegionFields.tsx'
import classes from './kit-order.module.css'
import type { Values } from './order-values.ts'
import * as texts from './texts.ts'

const CLASS_NAMES = {
  ...{ state: classes.state, postalCode: classes.zip },
  ...{ country: classes.country, otherCountry: classes.otherCountry },
}

/** The specification calls the code of a kit's recipient `zipCode` (§3, Kit request). */
const nameOf = (name: keyof RegionAndCode) => (name === 'postalCode' ? 'zipCode' : name)

/** Whom the kits are sent to (specification §3, Kit request). */
export function RecipientFields({ form }: { form: UseFormReturn<Values> }) {
  const { register, control, formState } = form
  const errors = formState.errors.kitRecipient
  const recipient = form.watch('kitRecipient')
  return (
    <div className={classes.fields} data-abroad={recipient.country === 'Other' || undefined}>
      <TextInput
        className={classes.half}
        label={texts.firstName}
        autoComplete="given-name"
        maxLength={100}
        aria-required
        error={errors?.firstName?.message}
        {...register('kitRecipient.firstName')}
      />
      <TextInput
        className={classes.half}
        label={texts.lastName}
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
              label={texts.phone}
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
        label={texts.streetAndNumber}
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
            {texts.suite} <span className={classes.optional}>{texts.optional}</span>
          </>
        }
        autoComplete="address-line2"
        maxLength={120}
        error={errors?.address2?.message}
        {...register('kitRecipient.address2')}
      />
      <TextInput
        className={classes.city}
        label={texts.city}
        autoComplete="address-level2"
        maxLength={80}
        aria-required
        error={errors?.city?.message}
        {...register('kitRecipient.city')}
      />
      <RegionFields
        value={{ ...recipient, postalCode: recipient.zipCode }}
        onChange={(change) => {
          for (const [name, value] of Object.entries(change))
            form.setValue(`kitRecipient.${nameOf(name as keyof RegionAndCode)}`, value, {
              shouldDirty: true,
              shouldValidate: formState.isSubmitted,
            })
        }}
        errorOf={(name) => errors?.[nameOf(name)]?.message}
        fieldOf={(name) => `kitRecipient.${nameOf(name)}`}
        classNames={CLASS_NAMES}
      />
    </div>
  )
}
