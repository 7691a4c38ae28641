import { Alert, Button } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { Card } from '#ui/Card.tsx'
import { showDay } from '#ui/dates.ts'
import { ErrorSummary } from '#ui/ErrorSummary.tsx'
import { PhonesField } from '#ui/fields/PhonesField.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { wordsFor } from '#ui/problem-words.ts'
import * as texts from '../texts.ts'
import { ConditionsCard } from './ConditionsCard.tsx'
import { errorIn } from './error-in.ts'
import { InstitutionCard } from './InstitutionCard.tsx'
import { InvitationsCard } from './InvitationsCard.tsx'
import { NpiCard } from './NpiCard.tsx'
import { PersonCard } from './PersonCard.tsx'
import classes from './registration.module.css'
import { useRegistration } from './use-registration.ts'
import type { RegistrationInfo } from './values.ts'

/** One page: who registers, where they work, and the conditions. Sending it is the only button that does anything. */
export function RegistrationForm({ registration }: { registration: RegistrationInfo }) {
  const { form, submit, wrong, goTo, failure } = useRegistration(registration)
  const { control, formState, watch } = form
  const { refusal, invitations } = registration
  const invited = watch('invitationId') !== null
  const failureWords = failure === null ? null : wordsFor(failure)
  return (
    <form noValidate className={classes.form} onSubmit={(event) => void submit(event)}>
      <PageHead
        title={texts.register}
        sub={invited ? texts.forEmail(registration.email) : texts.forEmailWithApproval(registration.email)}
      />
      {refusal && (
        <Alert color="yellow" title={texts.registrationDenied(refusal.institutionName, showDay(refusal.at))}>
          <div>{refusal.reason}</div>
          <div>{texts.youCanRegisterAgain}</div>
        </Alert>
      )}
      {invitations.length > 0 && <InvitationsCard invitations={invitations} control={control} />}
      <PersonCard form={form} account={registration.account} />
      <NpiCard form={form} />
      {!invited && <InstitutionCard form={form} />}
      <Card title={texts.contactDetails}>
        <Controller
          control={control}
          name="phoneNumbers"
          render={({ field }) => (
            <div data-field={field.name}>
              <PhonesField
                label={texts.yourPhoneNumbers}
                labelHidden
                name={field.name}
                value={field.value}
                onChange={field.onChange}
                {...errorIn(formState.errors, field.name)}
              />
            </div>
          )}
        />
      </Card>
      <ConditionsCard form={form} />
      <div className={classes.send}>
        <ErrorSummary errors={wrong} goTo={goTo} />
        {failureWords && (
          <Alert color="red" role="alert" title={failureWords.title}>
            {failureWords.detail === '' ? texts.stillHere : failureWords.detail}
          </Alert>
        )}
        <Button type="submit" size="md" loading={formState.isSubmitting}>
          {texts.sendRegistration}
        </Button>
      </div>
    </form>
  )
}
