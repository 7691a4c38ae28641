import { Alert, NativeSelect, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useContext, useEffect, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { type ReclassificationView, reclassificationRoutes } from '#contract/reclassification.ts'
import {
  CONTACT_WAYS,
  isAgainstContact,
  isContact,
  needsWay,
  type ReclassificationStep,
} from '#domain/follow-up/reclassification.ts'
import { WAY_WORDS } from '#domain/follow-up/words.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { useStep } from './queries.ts'
import * as texts from './texts.ts'

type Step = Exclude<ReclassificationStep, 'letter'>

/** What a dialog is about: each offers some of the steps. */
export type Recording =
  | { about: 'orderer' | 'patient' | 'list' | 'none' }
  | { about: 'relative'; relative: string; relation: string }

const STEPS = {
  orderer: ['orderer-told'],
  patient: ['patient-told', 'patient-not-reached', 'patient-refused', 'patient-unreachable'],
  list: ['relative-listed'],
  none: ['no-relatives'],
  relative: ['relative-told', 'relative-tested', 'relative-declined'],
} as const satisfies Record<Recording['about'], readonly Step[]>

const CHOICES: Readonly<Partial<Record<Step, string>>> = { ...texts.PATIENT_STEPS, ...texts.RELATIVE_STEPS }

interface StepDialogProps {
  view: ReclassificationView
  recording: Recording
  /** Whom it is about, in words, by the name of the detail. */
  details: Readonly<Record<string, string>>
  /** Once it is out of sight. */
  onClosed: () => void
}

/** A statement about one step. It is refused if a newer version of the report has arrived since the dialog was opened. */
export function StepDialog({ view, recording, details, onClosed }: StepDialogProps) {
  // The version that the user has read, whatever the page shows by now.
  const [read] = useState(view)
  const [requestKey] = useState(() => crypto.randomUUID())
  const [opened, setOpened] = useState(true)
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])
  const steps: readonly Step[] = STEPS[recording.about]
  const mutation = useStep(read, { message: texts.recorded, onDone: () => setOpened(false) })
  const { form, dialog } = useDialogForm({
    opened,
    rules: reclassificationRoutes.step.body,
    defaultValues: {
      ...{ revision: read.revision, step: steps[0] ?? 'orderer-told', way: null, relation: '', words: '' },
      ...{ relative: recording.about === 'relative' ? recording.relative : null, against: '', requestKey },
    },
    mutation,
  })
  const {
    control,
    register,
    formState: { errors },
  } = form
  const step = useWatch({ control, name: 'step' })
  const isAgainst = isAgainstContact(read.wish) && isContact(step)
  return (
    <FormDialog
      {...dialog}
      title={
        recording.about === 'relative'
          ? texts.aboutRelative(recording.relation)
          : texts.TITLES[recording.about]
      }
      confirm={texts.save}
      cancel={texts.cancel}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
    >
      <DialogDetails details={details} />
      {steps.length > 1 ? (
        <Controller
          control={control}
          name="step"
          render={({ field, fieldState }) => (
            <Radio.Group
              label={texts.whatHappened}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            >
              <Stack gap="xs" mt={8} data-field="step">
                {steps.map((one) => (
                  <Radio key={one} value={one} label={CHOICES[one]} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        />
      ) : (
        errors.step && <Alert color="red">{errors.step.message}</Alert>
      )}
      {errors.relative && <Alert color="red">{errors.relative.message}</Alert>}
      {step === 'patient-unreachable' && (
        <div>{texts.tries(read.progress.tries, read.progress.triesNeeded)}</div>
      )}
      {step === 'relative-listed' && (
        <TextInput
          label={texts.relation}
          description={texts.relationHint}
          maxLength={60}
          aria-required
          data-autofocus
          error={errors.relation?.message}
          {...register('relation')}
        />
      )}
      {needsWay(step) && (
        <NativeSelect
          label={texts.how}
          aria-required
          error={errors.way?.message}
          data={[
            { value: '', label: texts.choose },
            ...CONTACT_WAYS.filter((way) => way !== 'read-here' || step === 'orderer-told').map((way) => ({
              value: way,
              label: WAY_WORDS[way],
            })),
          ]}
          {...register('way', { setValueAs: (value: string) => value || null })}
        />
      )}
      {isAgainst && (
        <Textarea
          label={texts.against}
          description={texts.againstHint}
          autosize
          minRows={2}
          maxLength={500}
          aria-required
          error={errors.against?.message}
          {...register('against')}
        />
      )}
      <Textarea
        label={texts.words}
        description={texts.wordsHint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        error={errors.words?.message}
        {...register('words')}
      />
    </FormDialog>
  )
}
