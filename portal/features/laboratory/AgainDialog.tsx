import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LaboratoryMessage } from '#contract/laboratory.ts'
import type { MessageList } from '#contract/lists.ts'
import { api } from '#portal/api.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem, notifyStale, notifySuccess } from '#ui/notices.ts'
import { messageName } from './words.ts'

interface AgainDialogProps {
  /** It stays while the dialog goes out of sight. */
  message: LaboratoryMessage | null
  opened: boolean
  onClose: () => void
}

const CONSEQUENCES: Partial<Record<MessageList, string>> = {
  waiting: 'It is tried at once instead of at its next turn, as the same message under the same control id.',
  refused:
    'The laboratory gets the same message under the same control id. Have it mend first what it refused, or it will refuse it again.',
  'refused-here':
    'It is taken in as if it came once more. The laboratory is not told: to its system the message stays refused.',
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
      if (now.list === 'refused-here') notifyStale(`It is refused as before: ${now.reason}`)
      else notifySuccess(`${messageName(now)} ${now.direction === 'out' ? 'is sent again' : 'is taken in'}`)
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
      title={`${outgoing ? 'Send' : 'Apply'} ${messageName(message)} again?`}
      confirm={outgoing ? 'Send again' : 'Apply again'}
      busy={again.isPending}
      onConfirm={() => again.mutate(message)}
      onClose={onClose}
    >
      {CONSEQUENCES[message.list]}
    </ConfirmDialog>
  )
}
