import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LaboratoryMessage } from '#contract/laboratory.ts'
import type { MessageList } from '#contract/lists.ts'
import { api } from '#portal/api.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem, notifyStale, notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'
import { messageName } from './words.ts'

interface AgainDialogProps {
  /** It stays while the dialog goes out of sight. */
  message: LaboratoryMessage | null
  opened: boolean
  onClose: () => void
}

const CONSEQUENCES: Partial<Record<MessageList, string>> = {
  waiting: texts.sendWaitingHint,
  refused: texts.sendRefusedHint,
  'refused-here': texts.reprocessHint,
}

/** Asks whether a message is to be sent, or taken in, once more. */
export function AgainDialog({ message, opened, onClose }: AgainDialogProps) {
  const queries = useQueryClient()
  const again = useMutation({
    mutationFn: ({ direction, id }: LaboratoryMessage) =>
      direction === 'out'
        ? api.laboratory.sendAgain({ params: { id } })
        : api.laboratory.applyAgain({ params: { id } }),
    onSuccess: (now) => {
      if (now.list === 'refused-here') notifyStale(texts.rejectedAgain(now.reason))
      else
        notifySuccess(
          `${messageName(now)} ${now.direction === 'out' ? texts.willBeSentAgain : texts.wasReprocessed}`,
        )
    },
    onError: notifyProblem,
    onSettled: () => {
      onClose()
      return queries.invalidateQueries({ queryKey: ['laboratory'] })
    },
  })
  if (!message) return null
  const outgoing = message.direction === 'out'
  return (
    <ConfirmDialog
      opened={opened}
      title={
        outgoing ? texts.sendAgainTitle(messageName(message)) : texts.reprocessTitle(messageName(message))
      }
      confirm={outgoing ? texts.sendAgain : texts.reprocess}
      busy={again.isPending}
      onConfirm={() => again.mutate(message)}
      onClose={onClose}
    >
      {CONSEQUENCES[message.list]}
    </ConfirmDialog>
  )
}
