import { Alert, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { type ReclassificationView, reclassificationRoutes } from '#contract/reclassification.ts'
import { isAgainstContact } from '#domain/follow-up/reclassification.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { previewOptions, useLetter } from './queries.ts'
import classes from './reclassification.module.css'
import * as texts from './texts.ts'

interface LetterDialogProps {
  view: ReclassificationView
  /** With the id of the new letter. */
  onMade: (letter: number) => void
  /** Once it is out of sight. */
  onClosed: () => void
}

/** Chooses for whom a letter is made from the laboratory's template, and shows its words before it is made. */
export function LetterDialog({ view, onMade, onClosed }: LetterDialogProps) {
  // The version that the user has read, whatever the page shows by now.
  const [read] = useState(view)
  const [requestKey] = useState(() => crypto.randomUUID())
  const [opened, setOpened] = useState(true)
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])
  const { relatives } = read.progress
  const mutation = useLetter(read, {
    message: texts.letterMade,
    onDone: ({ letters }) => {
      onMade(letters.at(-1)?.id ?? 0)
      setOpened(false)
    },
  })
  const blank = {
    ...{ revision: read.revision, requestKey },
    ...{ relative: null, recipient: '', permission: '', against: '' },
  }
  const { form, dialog } = useDialogForm({
    ...{ opened, rules: reclassificationRoutes.writeLetter.body, defaultValues: blank, mutation },
  })
  const {
    control,
    register,
    formState: { errors },
  } = form
  const values = useWatch({ control })
  const { relative = null, recipient = '', permission = '' } = values
  const isToRelative = relative !== null
  return (
    <FormDialog
      {...dialog}
      size="xl"
      title={texts.letterTitle}
      confirm={texts.makeLetter}
      cancel={texts.cancel}
      onClose={() => setOpened(false)}
      onClosed={onClosed}
    >
      <Controller
        control={control}
        name="relative"
        render={({ field, fieldState }) => (
          <NativeSelect
            label={texts.recipient}
            {...(relatives.length === 0 ? { description: texts.relativesMissing } : {})}
            data-autofocus
            name={field.name}
            value={field.value ?? ''}
            onChange={({ currentTarget: { value } }) => field.onChange(value || null)}
            error={fieldState.error?.message}
            data={[
              { value: '', label: texts.patientChoice },
              ...relatives.map(({ key, relation }) => ({ value: key, label: texts.toRelative(relation) })),
            ]}
          />
        )}
      />
      {isToRelative && (
        <>
          <TextInput
            label={texts.addressedTo}
            description={texts.addressedHint}
            maxLength={120}
            error={errors.recipient?.message}
            {...register('recipient')}
          />
          <Textarea
            label={texts.permission}
            description={texts.permissionHint}
            autosize
            minRows={2}
            maxLength={500}
            error={errors.permission?.message}
            {...register('permission')}
          />
        </>
      )}
      {!isToRelative && isAgainstContact(read.wish) && (
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
      {errors.root && <Alert color="red">{errors.root.message}</Alert>}
      <Preview
        view={read}
        relative={relative}
        recipient={isToRelative ? recipient : ''}
        permission={isToRelative && permission.trim() !== '' ? 'given' : ''}
      />
    </FormDialog>
  )
}

interface PreviewProps {
  view: ReclassificationView
  relative: string | null
  recipient: string
  permission: string
}

const SETTLES_MS = 300

function Preview({ view, ...input }: PreviewProps) {
  const [{ relative, recipient, permission }] = useDebouncedValue(input, SETTLES_MS)
  const { data, isError, error, refetch } = useQuery(
    previewOptions(view, { revision: view.revision, relative, recipient, permission, against: '' }),
  )
  if (isError) return <ErrorState problem={error} retry={() => refetch()} />
  return (
    <section className={classes.preview} aria-label={texts.preview}>
      {data ? (
        <>
          <h3>{data.title}</h3>
          {data.paragraphs.map((paragraph, index) => (
            <p key={index}>{paragraph}</p>
          ))}
        </>
      ) : (
        <p role="status">{texts.previewLoading}</p>
      )}
    </section>
  )
}
