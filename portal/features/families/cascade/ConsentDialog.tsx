import { Radio, Stack, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { type CascadeRelativeView, familyCascadeRoutes } from '#contract/family-cascade.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { DayField } from './DayField.tsx'
import { type CascadePlace, useCascadeChange } from './queries.ts'
import * as texts from './texts.ts'

interface ConsentDialogProps extends CascadePlace {
  relative: CascadeRelativeView
  onClose: () => void
}

/** Records what a relative agreed that this clinic sees of their test. */
export function ConsentDialog({ hospital, id, relative, onClose }: ConsentDialogProps) {
  const change = useCascadeChange(
    { hospital, id },
    (body: Parameters<typeof api.familyCascade.agree>[0]['body']) =>
      api.familyCascade.agree({ params: { hospital, id }, body }),
    { onDone: onClose },
  )
  const { form, dialog } = useDialogForm({
    opened: true,
    rules: familyCascadeRoutes.agree.body,
    defaultValues: {
      ...{ member: relative.member, shows: relative.agreed?.shows ?? 'result' },
      ...{ on: todayAtLaboratory(new Date()), words: '' },
    },
    mutation: change,
  })
  const { control, register, formState } = form
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.consentFor(relative.name)}
      confirm={texts.save}
      cancel={texts.cancel}
    >
      <div>{texts.consentHint}</div>
      <Controller
        control={control}
        name="shows"
        render={({ field }) => (
          <Radio.Group label={texts.consent} value={field.value} onChange={field.onChange}>
            <Stack gap="xs" mt={8}>
              {Object.entries(texts.AGREED).map(([value, label]) => (
                <Radio key={value} value={value} label={label} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      />
      <DayField control={control} name="on" label={texts.on} />
      <TextInput
        label={texts.howAgreed}
        maxLength={500}
        required
        error={formState.errors.words?.message}
        {...register('words')}
      />
    </FormDialog>
  )
}
