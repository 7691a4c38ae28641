import { Checkbox, List, Textarea } from '@mantine/core'
import { useContext, useEffect, useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { type ReclassificationView, reclassificationRoutes } from '#contract/reclassification.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { useClosing } from './queries.ts'
import * as texts from './texts.ts'

interface CloseDialogProps {
  view: ReclassificationView
  details: Readonly<Record<string, string>>
  /** Once it is out of sight. */
  onClosed: () => void
}

/** The owner's closing statement. With steps that remain, it has to say why they are not needed. */
export function CloseDialog({ view, details, onClosed }: CloseDialogProps) {
  // What the user has read, whatever the page shows by now.
  const [read] = useState(view)
  const [opened, setOpened] = useState(true)
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])
  const { remaining } = read.progress
  const mutation = useClosing(read, { message: texts.closed, onDone: () => setOpened(false) })
  const { form, dialog } = useDialogForm({
    opened,
    rules: reclassificationRoutes.close.body.extend({
      isIncomplete: z
        .boolean()
        .refine((isConfirmed) => isConfirmed || remaining.length === 0, texts.confirmIncomplete),
    }),
    defaultValues: { revision: read.revision, statement: '', isIncomplete: false },
    mutation,
  })
  const { errors } = form.formState
  return (
    <FormDialog
      {...dialog}
      title={texts.closeTitle}
      confirm={texts.closeIt}
      cancel={texts.keepOpen}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
    >
      <DialogDetails details={details} />
      {remaining.length > 0 && (
        <div>
          {texts.stepsRemain}
          <List>
            {remaining.map((step) => (
              <List.Item key={step}>{texts.REMAINING[step]}</List.Item>
            ))}
          </List>
        </div>
      )}
      <Textarea
        label={texts.statement}
        description={texts.statementHint}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        aria-required
        data-autofocus
        error={errors.statement?.message}
        {...form.register('statement')}
      />
      {remaining.length > 0 && (
        <Controller
          control={form.control}
          name="isIncomplete"
          render={({ field, fieldState }) => (
            <Checkbox
              label={texts.notNeeded}
              name={field.name}
              checked={field.value}
              onChange={(event) => field.onChange(event.currentTarget.checked)}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </FormDialog>
  )
}
