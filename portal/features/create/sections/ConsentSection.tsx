import { Stack, Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import { isAskedOf, peopleToConsent } from '#domain/consent/consent.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { useFormState, usePeople } from '../draft/form-context.ts'
import { Fold } from '../fields/Fold.tsx'
import { answerOf, commonAnswer } from './consents/answers.ts'
import { ConsentReviews } from './consents/ConsentReviews.tsx'
import { Question } from './consents/Question.tsx'
import { type QuestionWithTests, questionsOf } from './consents/questions.ts'
import classes from './fields.module.css'
import { SectionCard } from './SectionCard.tsx'
import * as texts from './texts.ts'

/** The consent questions of the chosen tests, asked of everybody whose specimen is tested. */
export function ConsentSection() {
  const tests = useFormState((state) => state.tests)
  const people = usePeople(peopleToConsent)
  const isVOB = useFormState((state) => state.document.isVOB)
  const questions = useMemo(() => questionsOf(tests), [tests])
  return (
    <SectionCard section="consents" sub={people.length > 1 ? texts.consentsHintFamily : texts.consentsHint}>
      {people.length === 0 || questions.length === 0 ? (
        <Text c="dimmed">
          {isVOB
            ? texts.noConsentForVerification
            : tests.length === 0
              ? texts.consentsAfterTest
              : texts.noConsentQuestions}
        </Text>
      ) : (
        <>
          <ConsentsOf people={people} questions={questions} />
          {people.length > 1 &&
            people.map((key) => <Own key={key} patientKey={key} people={people} questions={questions} />)}
          <ConsentReviews people={people} questions={questions} />
        </>
      )}
    </SectionCard>
  )
}

interface ConsentsOfProps {
  people: readonly PatientKey[]
  questions: readonly QuestionWithTests[]
}

/** The answers of the only person, or of everybody at once. */
const ConsentsOf = memo(function ConsentsOf({ people, questions }: ConsentsOfProps) {
  const called = useFormState(({ document }) =>
    people.length > 1 ? texts.everyoneInSentence : calledInOrder(document, people[0] ?? ''),
  )
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend; alone, a person has none
    <div role="group" aria-label={texts.consentsOf(called)} className={classes.person}>
      {people.length > 1 && <h3 className={classes.whose}>{texts.everyone}</h3>}
      <Stack gap="md" className={classes.asked}>
        {questions.map(({ question, testNames }) => (
          <Question
            key={question.id}
            people={question.asksRelatives === false ? people.slice(0, 1) : people}
            question={question}
            testNames={testNames}
          />
        ))}
      </Stack>
    </div>
  )
})

/** The answers of one of several people, folded while they are those of everybody. */
const Own = memo(function Own({
  patientKey,
  people,
  questions: all,
}: ConsentsOfProps & { patientKey: PatientKey }) {
  const questions = useMemo(
    () => all.filter(({ question }) => isAskedOf(question, patientKey, people[0])),
    [all, patientKey, people],
  )
  const called = useFormState(({ document }) => calledInOrder(document, patientKey))
  const own = useMemo(() => [patientKey], [patientKey])
  const differs = useFormState(({ document: { consents } }) =>
    questions
      .filter(
        ({ question: { id, asksRelatives } }) =>
          asksRelatives !== false && commonAnswer(consents, people, id) === null,
      )
      .map(({ question: { id, title } }) => `${title}: ${answerOf(consents, patientKey, id) ? 'yes' : 'no'}`)
      .join('; '),
  )
  const paths = useMemo(
    () => questions.map(({ question: { id } }) => `/consents/${patientKey}/${id}`),
    [patientKey, questions],
  )
  return (
    <Fold title={called} paths={paths} folded filled={differs === '' ? texts.sameAsEveryone : differs}>
      {/* biome-ignore lint/a11y/useSemanticElements: its heading is the fold's */}
      <div role="group" aria-label={texts.consentsOf(called)}>
        <Stack gap="md" className={classes.asked}>
          {questions.map(({ question, testNames }) => (
            <Question
              key={question.id}
              people={own}
              question={question}
              testNames={testNames}
              withText={false}
            />
          ))}
        </Stack>
      </div>
    </Fold>
  )
})
