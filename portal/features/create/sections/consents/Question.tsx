import { Checkbox, Group, Radio } from '@mantine/core'
import { memo } from 'react'
import type { ConsentQuestion } from '#contract/catalogue.ts'
import type { ConsentAnswer, PatientKey } from '#domain/orders/document.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import classes from './question.module.css'
import type { AskedQuestion } from './questions.ts'

interface QuestionProps extends AskedQuestion {
  patient: PatientKey
}

/** One question of the catalogue; its kind says whether it is answered by yes and no or by one checkbox (ORDER-03). */
export const Question = memo(function Question({ patient, question, testNames }: QuestionProps) {
  const form = useOrderForm()
  const { id, title, kind } = question
  const answer = useFormState(
    (state) => state.document.consents.find((one) => isAnswerTo(one, patient, id))?.answer ?? null,
  )
  const { input } = useField(`/consents/${patient}/${id}`)
  const set = (next: boolean) =>
    form.edit((document) => ({ ...document, consents: answered(document.consents, patient, id, next) }))
  const text = textOf(question, testNames)
  if (kind === 'checkbox')
    return (
      <Checkbox
        {...input}
        label={title}
        description={text}
        checked={answer === true}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    )
  return (
    <Radio.Group
      {...input}
      className={classes.question}
      label={title}
      description={text}
      value={answer === null ? null : answer ? 'yes' : 'no'}
      onChange={(value) => set(value === 'yes')}
    >
      <Group gap="lg" className={classes.answer}>
        <Radio value="yes" label="Yes" />
        <Radio value="no" label="No" />
      </Group>
    </Radio.Group>
  )
})

function textOf({ text }: ConsentQuestion, testNames: readonly string[]): string {
  return testNames.length === 0 ? text : `For ${testNames.join(' and ')}: ${text}`
}

function isAnswerTo(one: ConsentAnswer, patient: PatientKey, id: string): boolean {
  return one.patient === patient && one.consentId === id
}

function answered(
  consents: readonly ConsentAnswer[],
  patient: PatientKey,
  consentId: string,
  answer: boolean,
): ConsentAnswer[] {
  return consents.some((one) => isAnswerTo(one, patient, consentId))
    ? consents.map((one) => (isAnswerTo(one, patient, consentId) ? { ...one, answer } : one))
    : [...consents, { patient, consentId, answer }]
}
