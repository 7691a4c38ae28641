import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutgoingMessage } from '#contract/ehr.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'

interface SkipDialogProps {
  /** It stays while the dialog goes out of sight. */
  message: OutgoingMessage | null
  opened: boolean
  onClose: () => void
}

/** Asks why a hospital shall never get a message by this way. */
export function SkipDialog({ message, opened, onClose }: SkipDialogProps) {
  const queries = useQueryClient()
  const [reason, setReason] = useState('')
  const skip = useMutation({
    mutationFn: (id: number) => api.ehr.skip({ params: { id }, body: { reason: reason.trim() } }),
    onSuccess: () => {
      notifySuccess(texts.wasSkipped)
      onClose()
      return queries.invalidateQueries({ queryKey: ['laboratory', 'ehr'] })
    },
  })
  return (
    <FormDialog
      opened={opened}
      title={texts.skipTitle(message?.orderId ?? 0, message?.interfaceName ?? '')}
      confirm={texts.skip}
      danger
      ready={reason.trim() !== ''}
      dirty={reason !== ''}
      busy={skip.isPending}
      problem={skip.error}
      onConfirm={() => message && skip.mutate(message.id)}
      onClose={onClose}
      onClosed={() => {
        setReason('')
        skip.reset()
      }}
    >
      <p>{texts.skipHint}</p>
      <Textarea
        label={texts.reason}
        aria-required
        data-autofocus
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
