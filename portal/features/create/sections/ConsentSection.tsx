import { Stack, Text } from '@mantine/core'
import { peopleAsked } from '#domain/consent/consent.ts'
import { useFormState } from '../draft/form-context.ts'
import { Question } from './consents/Question.tsx'
import { questionsOf } from './consents/questions.ts'
import classes from './fields.module.css'
import { calledInOrder } from './people/person.ts'
import { SectionCard } from './SectionCard.tsx'

/** The consent questions of the chosen tests, asked of everybody whose specimen is tested. */
export function ConsentSection() {
  const tests = useFormState((state) => state.tests)
  const patients = useFormState((state) => state.document.patients)
  const samples = useFormState((state) => state.document.samples)
  const isVOB = useFormState((state) => state.document.isVOB)
  const questions = questionsOf(tests)
  const asked = new Set(peopleAsked({ isVOB, patients, samples }))
  const people = patients.filter(({ key }) => asked.has(key))
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
        people.map((patient) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend; alone, a person has none
          <div
            key={patient.key}
            role="group"
            aria-label={`Consents: ${calledInOrder({ patients }, patient.key)}`}
            className={classes.person}
          >
            {people.length > 1 && (
              <h3 className={classes.whose}>{calledInOrder({ patients }, patient.key)}</h3>
            )}
            <Stack gap="md" className={classes.asked}>
              {questions.map(({ question, testNames }) => (
                <Question key={question.id} patient={patient.key} question={question} testNames={testNames} />
              ))}
            </Stack>
          </div>
        ))
      )}
    </SectionCard>
  )
}
