import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { memo, useCallback, useRef, useState } from 'react'
import type { PatientKey } from '#domain/orders/document.ts'
import { addSample } from '#domain/orders/family.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import type { SpecimenRole } from '#domain/specimens/details.ts'
import { missingRoles, rolesFor } from '#domain/specimens/roles.ts'
import { calledInOrder } from '#portal/order/person.ts'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import classes from '../fields.module.css'
import * as texts from '../texts.ts'
import { BloodHistory } from './BloodHistory.tsx'
import { SpecimenCard } from './SpecimenCard.tsx'

const MOST = 24
/** The proband must have one: a point says so of the list. */
const SAMPLES = '/samples'

interface SpecimensOfProps {
  patientKey: PatientKey
  /** Nobody else is in the order, so that a heading would say nothing. */
  alone: boolean
}

/** The specimens of one person. */
export const SpecimensOf = memo(function SpecimensOf({ patientKey, alone }: SpecimensOfProps) {
  const form = useOrderForm()
  const samples = useFormState((state) => state.document.samples)
  // Whose specimen must be there: the fetus's, or the patient's if no fetus is tested.
  const isSubject = useFormState(({ document }) => subjectsOf(document).includes(patientKey))
  const { input } = useField(SAMPLES)
  const missing = isSubject ? input.error : null
  const container = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const [announcement, setAnnouncement] = useState('')
  const ownSamples = samples
    .map((sample, index) => ({ sample, index }))
    .filter(({ sample }) => sample.patient === patientKey)
  const called = useFormState(({ document }) => calledInOrder(document, patientKey))

  const add = (role?: SpecimenRole) => {
    focusNext(() =>
      container.current?.querySelector<HTMLElement>('[data-specimen]:last-of-type input')?.focus(),
    )
    form.edit((document) => {
      const added = addSample(document, patientKey)
      const samples = added.samples.map((sample, index) =>
        role && index === added.samples.length - 1 ? { ...sample, role } : sample,
      )
      return { ...added, samples }
    })
    setAnnouncement(texts.specimenAdded(ownSamples.length + 1))
  }
  const remove = useCallback(
    (key: string, number: number) => {
      focusNext(() => container.current?.querySelector<HTMLElement>('[data-add]')?.focus())
      form.edit((document) => ({
        ...document,
        samples: document.samples.filter((sample) => sample.key !== key),
      }))
      setAnnouncement(texts.specimenRemoved(number))
    },
    [form, focusNext],
  )

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend; alone, a person has none
    <div ref={container} role="group" aria-label={texts.specimensOf(called)} className={classes.person}>
      {!alone && <h3 className={classes.whose}>{called}</h3>}
      {ownSamples.length === 0 && <p className={classes.none}>{texts.noSpecimenOfPerson}</p>}
      {ownSamples.map(({ sample, index }, position) => (
        <SpecimenCard
          key={sample.key}
          index={index}
          number={ownSamples.length > 1 || !isSubject ? position + 1 : null}
          onRemove={remove}
        />
      ))}
      <BloodHistory patientKey={patientKey} />
      {missing && (
        <div className={classes.problem} role="alert">
          {missing}
        </div>
      )}
      {isSubject && <MissingRoles patientKey={patientKey} onAdd={add} />}
      <Button
        data-add
        data-path={isSubject ? SAMPLES : undefined}
        variant="default"
        size="xs"
        mt="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={samples.length >= MOST}
        onClick={() => add()}
      >
        {ownSamples.length === 0 ? texts.addSpecimen : texts.addAnotherSpecimen}
      </Button>
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </div>
  )
})

/** What a test needs besides the specimen that is tested, by one press each: a tumor's matched normal. */
function MissingRoles(props: { patientKey: PatientKey; onAdd: (role: SpecimenRole) => void }) {
  const { patientKey, onAdd } = props
  const tests = useFormState((state) => state.tests)
  const missing = useFormState(({ document }) => {
    if (document.addOn || document.samples.every(({ specimenType }) => specimenType === '')) return ''
    const possible = rolesFor(document, patientKey, tests)
    const roles = missingRoles(document, tests).map(({ role }) => role)
    return possible.filter((role) => roles.includes(role)).join('|')
  })
  if (missing === '') return null
  return missing.split('|').map((role) => (
    <Button
      key={role}
      variant="light"
      size="xs"
      mt="xs"
      mr="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={() => onAdd(role as SpecimenRole)}
    >
      {texts.addOfRole(role.toLowerCase())}
    </Button>
  ))
}
