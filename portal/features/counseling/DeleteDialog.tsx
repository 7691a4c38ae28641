import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Appointment } from '#contract/counseling.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { useRequestActions } from './queries.ts'
import * as texts from './texts.ts'
import { patientWords } from './words.ts'

interface DeleteDialogProps {
  /** It stays while the dialog goes out of sight. */
  request: Appointment | null
  opened: boolean
  onClose: () => void
}

/** Deletes what a patient wrote, with the reason. */
export function DeleteDialog({ request, opened, onClose }: DeleteDialogProps) {
  const [because, setBecause] = useState('')
  const { remove } = useRequestActions()
  if (!request) return null
  return (
    <FormDialog
      opened={opened}
      title={texts.deleteTitle(patientWords(request))}
      confirm={texts.deleteRequest}
      danger
      ready={because.trim() !== ''}
      dirty={because !== ''}
      busy={remove.isPending}
      problem={remove.error}
      onConfirm={() =>
        remove.mutate(
          { id: request.id, because },
          {
            onSuccess: () => {
              notifySuccess(texts.requestDeleted(request.id))
              onClose()
            },
          },
        )
      }
      onClose={onClose}
      onClosed={() => {
        setBecause('')
        remove.reset()
      }}
    >
      <Text size="sm">
        {texts.deleteWarning}
        {request.handedOverAt !== null && texts.partnerToDelete}
      </Text>
      <Textarea
        label={texts.reason}
        description={texts.reasonHint}
        autosize
        minRows={2}
        maxLength={500}
        aria-required
        value={because}
        onChange={(event) => setBecause(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
