import { Text } from '@mantine/core'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Sample } from '#domain/orders/document.ts'
import { ownTimeZone } from '#domain/specimens/clock.ts'
import { ADDITIVE_WORDS, CONDITION_WORDS } from '#domain/specimens/codes.ts'
import type { SpecimenRole } from '#domain/specimens/details.ts'
import { leastInWords } from '#domain/specimens/least.ts'
import { acceptingRows, requirementFor, type SpecimenRequirement } from '#domain/specimens/requirements.ts'
import { roleOf, rolesFor } from '#domain/specimens/roles.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import { SelectField } from '../../fields/SelectField.tsx'
import { TextField } from '../../fields/TextField.tsx'
import * as texts from '../texts.ts'

/** What the chosen tests require of a specimen of its type. */
function useRequirements(sample: Sample): SpecimenRequirement[] {
  const tests = useFormState((state) => state.tests)
  const form = useOrderForm()
  const role = roleOf(form.state().document, sample, tests)
  return sample.specimenType === '' ? [] : tests.flatMap((test) => requirementFor(test, sample, role) ?? [])
}

/** In which tube, how much, how it is kept and for how long it lasts; nothing if no test says so. */
export function RequirementHint({ sample }: { sample: Sample }) {
  const rows = useRequirements(sample)
  const born = useFormState(
    ({ document }) => document.patients.find(({ key }) => key === sample.patient)?.dateOfBirth ?? '',
  )
  const on = sample.dateOfCollection || todayAtLaboratory(new Date())
  const lines = new Set(rows.map((row) => inWords(row, { born, on })).filter((line) => line !== ''))
  return [...lines].map((line) => (
    <Text key={line} size="xs" mt={4} c="dimmed">
      {line}
    </Text>
  ))
}

function inWords(row: SpecimenRequirement, collected: { born: string; on: string }): string {
  const { additive, state, storage, life, lifeUnit } = row
  const parts = [
    additive ? ADDITIVE_WORDS[additive] : '',
    state === 'Direct' ? '' : state.toLowerCase(),
    leastInWords(row, collected),
    storage ? texts.storeAt(storage === 'ROOM' ? `at ${words(storage)}` : words(storage)) : '',
    life === null ? '' : texts.usableFor(`${life} ${life === 1 ? lifeUnit.slice(0, -1) : lifeUnit}`),
  ].filter(Boolean)
  const line = parts.join(', ')
  return line.slice(0, 1).toUpperCase() + line.slice(1)
}

const words = (storage: NonNullable<SpecimenRequirement['storage']>) =>
  storage === '' ? '' : CONDITION_WORDS[storage].toLowerCase()

/** The role, if the tests have several for the person; the time, if a test counts hours. */
export function AskedOfSpecimen({ index, sample }: { index: number; sample: Sample }) {
  const at = `/samples/${index}`
  const tests = useFormState((state) => state.tests)
  const roles = useFormState(({ document }) => rolesFor(document, sample.patient, tests).join('|')).split('|')
  // A tumor block has one role: it is asked only if the tests list the type for several.
  const listed = roles.filter((role) =>
    tests.some((test) =>
      acceptingRows(test, role as SpecimenRole).some(
        ({ type }) => type === '' || type === sample.specimenType,
      ),
    ),
  )
  const isCounted = useRequirements(sample).some(
    ({ life, lifeUnit }) => life !== null && lifeUnit === 'hours',
  )
  return (
    <>
      {(listed.length > 1 || sample.role) && <SelectField path={`${at}/role`} optional data={roles} />}
      {isCounted && <TimeOfCollection at={at} />}
    </>
  )
}

/** The time by the clinic's clock, whose zone is this computer's until somebody enters another. */
export function TimeOfCollection({ at }: { at: string }) {
  const form = useOrderForm()
  const { value: zone = '' } = useField<string | undefined>(`${at}/timeZone`)
  const withZone = (typed: string) => {
    if (typed === '') form.set(`${at}/timeZone`, '')
    else if (zone === '') form.set(`${at}/timeZone`, ownTimeZone())
    return typed
  }
  return (
    <>
      <TextField path={`${at}/timeOfCollection`} optional description={texts.clockHint} format={withZone} />
      {zone !== '' && <TextField path={`${at}/timeZone`} />}
    </>
  )
}
