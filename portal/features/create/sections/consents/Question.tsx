import { Checkbox, Group, Radio } from '@mantine/core'
import { memo } from 'react'
import type { PatientKey } from '#domain/orders/document.ts'
import { isPrenatal } from '#domain/orders/subject.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import * as texts from '../texts.ts'
import { answeredBy, answerOf, commonAnswer } from './answers.ts'
import classes from './question.module.css'
import type { QuestionWithTests } from './questions.ts'

interface QuestionProps extends QuestionWithTests {
  /** Whose answer it is: of one person, or of all at once. */
  people: readonly PatientKey[]
  /** The question's words are not shown again where they stand above. */
  withText?: boolean
}

/** One question of the catalogue; its kind says whether it is answered by yes and no or by one checkbox (ORDER-03). */
export const Question = memo(function Question({
  people,
  question,
  testNames,
  withText = true,
}: QuestionProps) {
  const form = useOrderForm()
  const { id, title, kind } = question
  const answer = useFormState((state) => commonAnswer(state.document.consents, people, id))
  const differs = useFormState(
    ({ document: { consents } }) =>
      answer === null && people.some((person) => answerOf(consents, person, id) !== null),
  )
  // The laboratory would refuse a yes.
  const isRefused = useFormState(({ document }) => question.offeredForFetus === false && isPrenatal(document))
  const [only] = people
  const { input } = useField(`/consents/${people.length === 1 ? only : 'everybody'}/${id}`)
  const set = (next: boolean) =>
    form.edit((document) => ({ ...document, consents: answeredBy(document.consents, people, id, next) }))
  const detailProps = {
    ...input,
    description: (
      <>
        {differs && <div>{texts.answersDiffer}</div>}
        {isRefused && <div>{texts.notOfferedForFetus}</div>}
        {withText && <TextOnDemand question={question} testNames={testNames} isRefused={isRefused} />}
      </>
    ),
    descriptionProps: { component: 'div' as const },
  }
  if (kind === 'checkbox')
    return (
      <Checkbox
        {...detailProps}
        label={title}
        checked={answer === true}
        disabled={isRefused && answer !== true}
        indeterminate={differs}
        onChange={(event) => set(event.currentTarget.checked)}
      />
    )
  return (
    <Radio.Group
      {...detailProps}
      className={classes.question}
      label={title}
      value={answer === null ? null : answer ? 'yes' : 'no'}
      onChange={(value) => set(value === 'yes')}
    >
      <Group gap="lg" className={classes.answer}>
        <Radio value="yes" label={texts.yes} disabled={isRefused && answer !== true} />
        <Radio value="no" label={texts.no} />
      </Group>
    </Radio.Group>
  )
})

/** The tests that ask, the laboratory's policy, and the wording with its version. */
function TextOnDemand({ question, testNames, isRefused }: QuestionWithTests & { isRefused: boolean }) {
  const { text, policy = '' } = question
  const { version = '', list = '' } = question.texts?.find((one) => one.text === text) ?? {}
  const wording = [version && texts.consentVersion(version), list].filter(Boolean).join(' · ')
  return (
    <>
      {testNames.length > 0 && <div>{texts.forTests(testNames.join(' and '))}</div>}
      {policy !== '' && !isRefused && <div>{policy}</div>}
      {text !== '' && (
        <details>
          <summary className={classes.textHead}>{texts.consentText}</summary>
          {text}
          {wording !== '' && <div>{wording}</div>}
        </details>
      )}
    </>
  )
}
