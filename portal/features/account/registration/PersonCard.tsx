import { Alert, Radio, TextInput } from '@mantine/core'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { PROVIDER_TYPES, type ProviderType } from '#domain/lookups.ts'
import { agreesWithAccount } from '#domain/users/account-name.ts'
import { useLegalTexts } from '#portal/legal-texts.ts'
import { Card } from '#ui/Card.tsx'
import * as texts from '../texts.ts'
import classes from './registration.module.css'
import type { RegistrationInfo, Values } from './values.ts'

const WHAT_THEY_ARE: Record<ProviderType, string> = {
  Physician: texts.physicianHint,
  'Non-physician provider': texts.nonPhysicianHint,
  'Genetic counselor': texts.counselorHint,
  Staff: texts.staffHint,
}

/** Names, and what kind of user this is. */
export function PersonCard({
  form,
  account,
}: {
  form: UseFormReturn<Values>
  account: RegistrationInfo['account']
}) {
  const { register, control, formState, trigger, watch } = form
  const { userConditions } = useLegalTexts()
  const { errors, isSubmitted } = formState
  const optional = (label: string) => (
    <>
      {label} <span className={classes.optional}>{texts.optional}</span>
    </>
  )
  const [firstName, lastName] = watch(['firstName', 'lastName'])
  const differs =
    firstName.trim() !== '' && lastName.trim() !== '' && !agreesWithAccount(account, { firstName, lastName })
  return (
    <Card title={texts.aboutYou}>
      <div className={classes.names}>
        <TextInput
          label={texts.firstName}
          autoComplete="given-name"
          maxLength={100}
          aria-required
          error={errors.firstName?.message}
          {...register('firstName', { deps: ['npi'] })}
        />
        <TextInput
          label={texts.lastName}
          autoComplete="family-name"
          maxLength={100}
          aria-required
          error={errors.lastName?.message}
          {...register('lastName', { deps: ['npi'] })}
        />
        <TextInput
          className={classes.short}
          label={optional('Prefix')}
          placeholder={texts.dr}
          autoComplete="honorific-prefix"
          maxLength={20}
          error={errors.prefix?.message}
          {...register('prefix')}
        />
        <TextInput
          className={classes.short}
          label={optional('Suffix')}
          placeholder="MD"
          autoComplete="honorific-suffix"
          maxLength={20}
          error={errors.suffix?.message}
          {...register('suffix')}
        />
      </div>
      {differs && (
        <Alert color="yellow" mt="md" role="status" title={texts.accountNameDiffers}>
          {texts.accountNameHint(account.firstName, account.lastName)}
        </Alert>
      )}
      <Controller
        control={control}
        name="providerType"
        render={({ field, fieldState }) => (
          <Radio.Group
            label={texts.youAreA}
            name={field.name}
            value={field.value}
            onChange={(value) => {
              field.onChange(value)
              // Other fields are asked for now.
              if (isSubmitted) void trigger()
            }}
            error={fieldState.error?.message}
          >
            <div className={classes.choices}>
              {PROVIDER_TYPES.map((type) => (
                <Radio key={type} value={type} label={type} description={WHAT_THEY_ARE[type]} />
              ))}
            </div>
          </Radio.Group>
        )}
      />
      {watch('providerType') === 'Genetic counselor' && (
        <Alert color="yellow" mt="md" role="status">
          {texts.counselorCondition(userConditions.geneticCounselor)}
        </Alert>
      )}
    </Card>
  )
}
