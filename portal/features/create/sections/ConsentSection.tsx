import { Checkbox, Group, Radio, Stack, Text } from '@mantine/core'
import type { ConsentQuestion } from '#contract/catalogue.ts'
import { useField, useFormState, useOrderForm } from '../draft/form-context.ts'
import { SectionCard } from './SectionCard.tsx'

export function ConsentSection() {
  const tests = useFormState((state) => state.tests)
  const questions = [...new Map(tests.flatMap((test) => test.consents).map((one) => [one.id, one])).values()]
  return (
    <SectionCard
      section="consents"
      sub="As agreed with the patient. The answers are pre-filled: please look at each."
    >
      {questions.length === 0 ? (
        <Text c="dimmed">The questions depend on the test. Choose a test first.</Text>
      ) : (
        <Stack gap="lg">
          {questions.map((question) => (
            <Question key={question.id} question={question} />
          ))}
        </Stack>
      )}
    </SectionCard>
  )
}

/** One question of the catalogue; the kind says whether it is answered by yes and no or by one checkbox (ORDER-03). */
function Question({ question }: { question: ConsentQuestion }) {
  const form = useOrderForm()
  const { id, title, text, kind } = question
  const answer = useFormState(
    (state) => state.document.consents.find((one) => one.consentId === id)?.answer ?? null,
  )
  const { input } = useField(`/consents/${id}`)
  const set = (next: boolean) => {
    const given = form.state().document.consents
    const others = given.map((one) => (one.consentId === id ? { ...one, answer: next } : one))
    form.set(
      '/consents',
      given.some((one) => one.consentId === id) ? others : [...given, { consentId: id, answer: next }],
    )
  }
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
      label={title}
      description={text}
      value={answer === null ? null : answer ? 'yes' : 'no'}
      onChange={(value) => set(value === 'yes')}
    >
      <Group mt="xs" gap="lg">
        <Radio value="yes" label="Yes" />
        <Radio value="no" label="No" />
      </Group>
    </Radio.Group>
  )
}
