import { Select, TextInput } from '@mantine/core'
import { Controller } from 'react-hook-form'
import { familyCascadeRoutes } from '#contract/family-cascade.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { VARIANT_CLASSES, type VariantClass } from '#domain/orders/known-variants.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { CopiesField } from './CopiesField.tsx'
import { DayField } from './DayField.tsx'
import { type CascadePlace, useCascadeChange } from './queries.ts'
import * as texts from './texts.ts'

interface ClassDialogProps extends CascadePlace {
  findingId: number
  variantClass: VariantClass
  /** Nobody has recorded whether the person has one copy of a recessive variant or both. */
  asksCopies: boolean
  onClose: () => void
}

/** Records that a finding has another class; open steps follow it. */
export function ClassDialog({
  hospital,
  id,
  findingId,
  variantClass,
  asksCopies,
  onClose,
}: ClassDialogProps) {
  const change = useCascadeChange(
    { hospital, id },
    (body: Parameters<typeof api.familyCascade.changeClass>[0]['body']) =>
      api.familyCascade.changeClass({ params: { hospital, id, findingId }, body }),
    { done: texts.classChanged, onDone: onClose },
  )
  const { form, dialog } = useDialogForm({
    opened: true,
    rules: familyCascadeRoutes.changeClass.body,
    defaultValues: { variantClass, on: todayAtLaboratory(new Date()), words: '', copies: [] },
    mutation: change,
  })
  const { control, register, formState } = form
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.changeClass}
      confirm={texts.save}
      cancel={texts.cancel}
    >
      <Controller
        control={control}
        name="variantClass"
        render={({ field }) => (
          <Select
            label={texts.newClass}
            data={VARIANT_CLASSES}
            allowDeselect={false}
            value={field.value}
            onChange={field.onChange}
            data-autofocus
          />
        )}
      />
      {asksCopies && <CopiesField control={control} name="copies" placeholder={texts.notKnown} />}
      <DayField control={control} name="on" label={texts.classDay} />
      <TextInput
        label={texts.classNote}
        maxLength={500}
        error={formState.errors.words?.message}
        {...register('words')}
      />
    </FormDialog>
  )
}
