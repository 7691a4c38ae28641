import { Select, Textarea } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { type CascadeRelativeView, familyCascadeRoutes } from '#contract/family-cascade.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { CopiesField } from './CopiesField.tsx'
import { DayField } from './DayField.tsx'
import { type CascadePlace, useCascadeChange } from './queries.ts'
import * as texts from './texts.ts'

interface StepDialogProps extends CascadePlace {
  findingId: number
  relative: CascadeRelativeView
  /** Whether a positive result may be of one copy or both. */
  asksCopies: boolean
  onClose: () => void
}

const optionsOf = (words: Readonly<Record<string, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

/** Records what was done about a relative, or became of them. */
export function StepDialog({ hospital, id, findingId, relative, asksCopies, onClose }: StepDialogProps) {
  const change = useCascadeChange(
    { hospital, id },
    (body: Parameters<typeof api.familyCascade.record>[0]['body']) =>
      api.familyCascade.record({
        params: { hospital, id, findingId },
        // Chosen before the step was another one.
        body: body.kind === 'positive' ? body : { ...body, copies: [] },
      }),
    { onDone: onClose },
  )
  const { form, dialog } = useDialogForm({
    opened: true,
    rules: familyCascadeRoutes.record.body,
    defaultValues: {
      member: relative.member,
      kind: 'told',
      on: todayAtLaboratory(new Date()),
      way: '',
      words: '',
      copies: [],
    },
    mutation: change,
  })
  const { control, register, watch, formState } = form
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.recordFor(relative.name)}
      confirm={texts.save}
      cancel={texts.cancel}
    >
      <Controller
        control={control}
        name="kind"
        render={({ field }) => (
          <Select
            label={texts.step}
            data={optionsOf(texts.STEPS)}
            allowDeselect={false}
            value={field.value}
            onChange={field.onChange}
            data-autofocus
          />
        )}
      />
      {watch('kind') === 'told' && (
        <Controller
          control={control}
          name="way"
          render={({ field, fieldState }) => (
            <Select
              label={texts.way}
              data={optionsOf(texts.WAYS)}
              placeholder={texts.choose}
              value={field.value || null}
              onChange={(value) => field.onChange(value ?? '')}
              error={fieldState.error?.message}
              required
            />
          )}
        />
      )}
      {asksCopies && watch('kind') === 'positive' && (
        <CopiesField control={control} name="copies" placeholder={texts.notKnown} />
      )}
      <DayField control={control} name="on" label={texts.on} />
      <Textarea
        label={texts.note}
        autosize
        maxLength={500}
        error={formState.errors.words?.message}
        {...register('words')}
      />
    </FormDialog>
  )
}
