import { type ComboboxItem, Text } from '@mantine/core'
import { useMemo } from 'react'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { useFormState, useOrderForm } from '../draft/form-context.ts'
import { specimenChoices } from '../draft/specimen-choices.ts'
import { DateField } from '../fields/DateField.tsx'
import { SelectField } from '../fields/SelectField.tsx'
import { FieldGrid } from './FieldGrid.tsx'
import { SectionCard } from './SectionCard.tsx'

/** The proband's specimen: the first sample of the document. */
export function SpecimenSection() {
  const form = useOrderForm()
  const tests = useFormState((state) => state.tests)
  const chosen = useFormState((state) => state.document.tests)
  const choices = useMemo(
    () => specimenChoices(form.state().document, tests, 0, todayAtLaboratory(new Date())),
    [form, tests, chosen],
  )
  const notes = [...new Set(tests.map((test) => test.specimenNote).filter((note) => note !== ''))]
  const refusals = new Map<string, string | null>(choices.map((choice) => [choice.type, choice.refusal]))
  const taken = choices.filter((choice) => choice.refusal === null)
  return (
    <SectionCard
      section="specimens"
      sub="What will be sent, and when it was taken. The date may follow later."
    >
      <FieldGrid>
        <SelectField
          path="/samples/0/specimenType"
          data={choices
            .toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null))
            .map((choice) => ({ value: choice.type, label: choice.type, disabled: choice.refusal !== null }))}
          renderOption={({ option }: { option: ComboboxItem }) => (
            <div>
              {option.label}
              {refusals.get(option.value) && <Text size="xs">{refusals.get(option.value)}</Text>}
            </div>
          )}
        />
        <DateField path="/samples/0/dateOfCollection" optional />
      </FieldGrid>
      {tests.length > 0 && taken.length === 0 && (
        <Text size="sm" mt="sm" c="red">
          No specimen type is taken by all of these tests. Order them separately.
        </Text>
      )}
      {notes.map((note) => (
        <Text key={note} size="sm" c="dimmed" mt="sm">
          {note}
        </Text>
      ))}
    </SectionCard>
  )
}
