import { Checkbox, Stack } from '@mantine/core'
import { memo, useMemo } from 'react'
import { isReviewed, withReview } from '#domain/consent/consent.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import type { QuestionWithTests } from './questions.ts'

interface ConsentReviewsProps {
  people: readonly PatientKey[]
  questions: readonly QuestionWithTests[]
}

/** The answers are pre-filled: somebody says of each person that they have looked at theirs. */
export const ConsentReviews = memo(function ConsentReviews({ people, questions }: ConsentReviewsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend, which each label says already
    <div role="group" aria-label={texts.consentsReviewed} className={classes.person}>
      <Stack gap="sm">
        {people.map((key) => (
          <Review key={key} patientKey={key} questions={questions} />
        ))}
      </Stack>
    </div>
  )
})

/** A question that is asked since takes the tick away. */
function Review({
  patientKey,
  questions,
}: {
  patientKey: PatientKey
  questions: readonly QuestionWithTests[]
}) {
  const form = useOrderForm()
  const consentQuestions = useMemo(() => questions.map(({ question }) => question), [questions])
  const name = useFormState(({ document }) => personName(document, patientKey))
  const reviewed = useFormState(({ document: { consents } }) =>
    isReviewed(consentQuestions, patientKey, consents),
  )
  const { input } = useField(`/consents/${patientKey}/reviewed`)
  const set = (next: boolean) =>
    form.edit((document) => ({ ...document, consents: withReview(document.consents, patientKey, next) }))
  return (
    <Checkbox
      {...input}
      label={texts.consentsReviewedFor(name)}
      checked={reviewed}
      onChange={(event) => set(event.currentTarget.checked)}
    />
  )
}
