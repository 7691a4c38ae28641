import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { lazy, memo, Suspense, useMemo } from 'react'
import { firstCollection, isAskedOf, isReviewed, withReview } from '#domain/consent/consent.ts'
import { retentionInWords } from '#domain/consent/in-words.ts'
import { daysAfter, NO_LAW, retentionIn, statesOf } from '#domain/consent/law.ts'
import { recordOf, withRecord } from '#domain/consent/record.ts'
import { newRecord } from '#domain/consent/signer.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { specimensIn } from '#domain/orders/on-file.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import type { FormState } from '../../draft/order-form.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import type { QuestionWithTests } from './questions.ts'

// Most consents are attested by the submitter.
const ConsentRecordFields = lazy(async () => ({
  default: (await import('./ConsentRecordFields.tsx')).ConsentRecordFields,
}))

interface ConsentReviewsProps {
  people: readonly PatientKey[]
  questions: readonly QuestionWithTests[]
}

/** The answers are pre-filled: somebody says of each person that they have looked at theirs, and may record who signed. */
export const ConsentReviews = memo(function ConsentReviews({ people, questions }: ConsentReviewsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend, which each label says already
    <div role="group" aria-label={texts.consentsReviewed} className={classes.person}>
      <Stack gap="sm">
        {people.map((key) => (
          <Review key={key} patientKey={key} proband={people[0]} questions={questions} />
        ))}
        {/* After all reviews: whoever confirms them by keyboard goes from one to the next. */}
        {people.map((key) => (
          <Signing key={key} patientKey={key} questions={questions} named={people.length > 1} />
        ))}
      </Stack>
    </div>
  )
})

interface ReviewProps {
  patientKey: PatientKey
  proband: PatientKey | undefined
  questions: readonly QuestionWithTests[]
}

/** A question that is asked since takes the tick away. */
function Review({ patientKey, proband, questions }: ReviewProps) {
  const form = useOrderForm()
  const consentQuestions = useMemo(
    () => questions.map(({ question }) => question).filter((one) => isAskedOf(one, patientKey, proband)),
    [questions, patientKey, proband],
  )
  const name = useFormState(({ document }) => personName(document, patientKey))
  const reviewed = useFormState(({ document: { consents } }) =>
    isReviewed(consentQuestions, patientKey, consents),
  )
  const retention = useFormState((state) => retentionOf(state, patientKey))
  const { input } = useField(`/consents/${patientKey}/reviewed`)
  const set = (next: boolean) =>
    form.edit((document) => ({ ...document, consents: withReview(document.consents, patientKey, next) }))
  return (
    <div>
      <Checkbox
        {...input}
        label={texts.consentsReviewedFor(name)}
        checked={reviewed}
        onChange={(event) => set(event.currentTarget.checked)}
      />
      {retention !== '' && (
        <Text size="sm" c="dimmed" mt={4}>
          {retention}
        </Text>
      )}
    </div>
  )
}

interface SigningProps {
  patientKey: PatientKey
  questions: readonly QuestionWithTests[]
  /** There are several people. */
  named: boolean
}

/** Who attests or signed a person's consent. */
function Signing({ patientKey, questions, named }: SigningProps) {
  const form = useOrderForm()
  const name = useFormState(({ document }) => personName(document, patientKey))
  const isRecorded = useFormState(({ document }) => recordOf(document, patientKey) !== null)
  const attestation = useField(`/consents/${patientKey}/record`).input
  const begin = () =>
    form.edit((document) => {
      const { consentLaw: law = NO_LAW, institutionState } = form.state().checked
      const today = todayAtLaboratory(new Date())
      return withRecord(
        document,
        patientKey,
        newRecord(document, patientKey, { law, institutionState, today }),
      )
    })
  return (
    <div>
      {named && <div className={classes.name}>{name}</div>}
      {isRecorded ? (
        <Suspense>
          <ConsentRecordFields patientKey={patientKey} questions={questions} />
        </Suspense>
      ) : (
        <Text size="sm" c="dimmed" component="div">
          <span>{texts.attestedBySubmitter}</span>{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            data-path={attestation['data-path']}
            aria-label={texts.recordSignatureOf(name)}
            onClick={begin}
          >
            {texts.recordSignature}
          </Button>
          {attestation.error && <Text c="red">{attestation.error}</Text>}
        </Text>
      )}
    </div>
  )
}

/** Until when a state lets the specimen be kept; '' without such a law, or if the person agreed to a longer time. */
function retentionOf({ document, checked }: FormState, key: PatientKey): string {
  const { consentLaw: law = NO_LAW, institutionState, specimenOf: owner } = checked
  const today = todayAtLaboratory(new Date())
  const limit = retentionIn(law, statesOf(document, key, institutionState), today)
  if (!limit) return ''
  const { state, days, unless } = limit
  const agreed = document.consents.some(
    ({ patient, consentId, answer }) => patient === key && consentId === unless && answer === true,
  )
  if (agreed) return ''
  const { patients } = document
  const first = firstCollection({ patients, samples: specimensIn(document, owner) }, key)
  return retentionInWords({ retention: { state, days, destroyBy: first ? daysAfter(first, days) : null } })
}
