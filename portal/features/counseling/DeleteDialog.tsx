import { Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Appointment } from '#contract/counseling.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { useRequestActions } from './queries.ts'
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
      title={`Delete the request of ${patientWords(request)}?`}
      confirm="Delete request"
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
              notifySuccess(`Request ${request.id} is deleted`)
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
        Everything that the patient wrote is deleted, and cannot be brought back. That there was a request
        stays.
        {request.handedOverAt !== null && ' The partner is told to delete it too.'}
      </Text>
      <Textarea
        label="Reason"
        description="It is kept: do not name the patient."
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
