import { Button, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { type OrderDocument, type Patient, PROBAND } from '#domain/orders/document.ts'
import { addSample } from '#domain/orders/family.ts'
import { useFocusNext } from '#ui/fields/use-focus-next.ts'
import { useField, useFormState, useOrderForm } from '../../draft/form-context.ts'
import classes from '../fields.module.css'
import { calledInOrder } from '../people/person.ts'
import { SpecimenCard } from './SpecimenCard.tsx'

const MOST = 24
/** The proband must have one: a point says so of the list. */
const SAMPLES = '/samples'

interface SpecimensOfProps {
  patient: Patient
  /** Nobody else is in the order, so that a heading would say nothing. */
  alone: boolean
}

/** The specimens of one person. */
export function SpecimensOf({ patient, alone }: SpecimensOfProps) {
  const form = useOrderForm()
  const samples = useFormState((state) => state.document.samples)
  const isProband = patient.key === PROBAND
  const { input } = useField(SAMPLES)
  const missing = isProband ? input.error : null
  const place = useRef<HTMLDivElement>(null)
  const focusNext = useFocusNext()
  const [said, setSaid] = useState('')
  const mine = samples
    .map((sample, index) => ({ sample, index }))
    .filter(({ sample }) => sample.patient === patient.key)
  const whose = useFormState(({ document }) => calledInOrder(document, patient.key))

  const change = (recipe: (document: OrderDocument) => OrderDocument, words: string) => {
    form.edit(recipe)
    setSaid(words)
  }
  const add = () => {
    focusNext(() => place.current?.querySelector<HTMLElement>('[data-specimen]:last-of-type input')?.focus())
    change((document) => addSample(document, patient.key), `Specimen ${mine.length + 1} added`)
  }
  const remove = (key: string, number: number) => {
    focusNext(() => place.current?.querySelector<HTMLElement>('[data-add]')?.focus())
    change(
      (document) => ({ ...document, samples: document.samples.filter((sample) => sample.key !== key) }),
      `Specimen ${number} removed`,
    )
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend; alone, a person has none
    <div ref={place} role="group" aria-label={`Specimens: ${whose}`} className={classes.person}>
      {!alone && <h3 className={classes.whose}>{whose}</h3>}
      {mine.length === 0 && <p className={classes.none}>No specimen of this person is sent.</p>}
      {mine.map(({ sample, index }, position) => (
        <SpecimenCard
          key={sample.key}
          index={index}
          title={mine.length > 1 || !isProband ? `Specimen ${position + 1}` : ''}
          {...(mine.length > 1 || !isProband ? { onRemove: () => remove(sample.key, position + 1) } : {})}
        />
      ))}
      {missing && (
        <div className={classes.problem} role="alert">
          {missing}
        </div>
      )}
      <Button
        data-add
        data-path={isProband ? SAMPLES : undefined}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} aria-hidden />}
        disabled={samples.length >= MOST}
        onClick={add}
      >
        {mine.length === 0 ? 'Add a specimen' : 'Add another specimen'}
      </Button>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
    </div>
  )
}
