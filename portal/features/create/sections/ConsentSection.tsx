import { Stack, Text } from '@mantine/core'
import { memo, useMemo } from 'react'
import { peopleAsked } from '#domain/consent/consent.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import { useFormState, usePeople } from '../draft/form-context.ts'
import { Question } from './consents/Question.tsx'
import { type AskedQuestion, questionsOf } from './consents/questions.ts'
import classes from './fields.module.css'
import { calledInOrder } from './people/person.ts'
import { SectionCard } from './SectionCard.tsx'

/** The consent questions of the chosen tests, asked of everybody whose specimen is tested. */
export function ConsentSection() {
  const tests = useFormState((state) => state.tests)
  const people = usePeople(peopleAsked)
  const isVOB = useFormState((state) => state.document.isVOB)
  const questions = useMemo(() => questionsOf(tests), [tests])
  return (
    <SectionCard
      section="consents"
      sub={
        people.length > 1
          ? 'As agreed with each of them. The answers are pre-filled: please look at each.'
          : 'As agreed with the patient. The answers are pre-filled: please look at each.'
      }
    >
      {people.length === 0 || questions.length === 0 ? (
        <Text c="dimmed">
          {isVOB
            ? 'No consent is needed to verify benefits.'
            : tests.length === 0
              ? 'The questions depend on the test. Choose a test first.'
              : 'Nothing is asked for these tests.'}
        </Text>
      ) : (
        people.map((key) => (
          <ConsentsOf key={key} whose={key} alone={people.length === 1} questions={questions} />
        ))
      )}
    </SectionCard>
  )
}

interface ConsentsOfProps {
  whose: PatientKey
  /** Nobody else is asked, so that a heading would say nothing. */
  alone: boolean
  questions: readonly AskedQuestion[]
}

const ConsentsOf = memo(function ConsentsOf({ whose, alone, questions }: ConsentsOfProps) {
  const called = useFormState(({ document }) => calledInOrder(document, whose))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend; alone, a person has none
    <div role="group" aria-label={`Consents: ${called}`} className={classes.person}>
      {!alone && <h3 className={classes.whose}>{called}</h3>}
      <Stack gap="md" className={classes.asked}>
        {questions.map(({ question, testNames }) => (
          <Question key={question.id} patient={whose} question={question} testNames={testNames} />
        ))}
      </Stack>
    </div>
  )
})
