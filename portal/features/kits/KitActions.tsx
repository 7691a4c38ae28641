import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Kit } from '#contract/kits.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem } from '#ui/notices.ts'
import { useKitChange } from './use-kit-change.ts'
import { kitsInWords, recipientName } from './words.ts'

/** The words of what a clinic decides about a kit order. */
const DECISIONS = {
  receive: {
    button: 'Mark as received',
    short: 'Receive',
    title: 'Are the kits there?',
    confirm: 'Mark as received',
    text: (kit: Kit) => `${kitsInWords(kit)} for ${recipientName(kit)}: the kit order is closed then.`,
    danger: false,
  },
  cancel: {
    button: 'Cancel kit order',
    short: 'Cancel',
    title: 'Cancel this kit order?',
    confirm: 'Yes, cancel kit order',
    text: (kit: Kit) => `${kitsInWords(kit)} for ${recipientName(kit)} will not be sent.`,
    danger: true,
  },
} as const

interface KitActionProps {
  kit: Kit
  action: keyof typeof DECISIONS
  /** In a list's row. */
  small?: boolean
}

/** The button of a decision, and the question before it; nothing where it may not be made. */
export function KitAction({ kit, action, small = false }: KitActionProps) {
  const [isConfirming, dialog] = useDisclosure(false)
  const change = useKitChange(action, dialog.close)
  if (!kit.abilities.includes(action) && !isConfirming) return null
  const { button, short, title, confirm, text, danger } = DECISIONS[action]
  const refused = (error: unknown) => {
    dialog.close()
    notifyProblem(error)
  }
  return (
    <>
      <Button
        variant={small || danger ? 'default' : 'filled'}
        {...(small ? { size: 'compact-sm', 'aria-label': `${short} kit order ${kit.id}` } : {})}
        onClick={dialog.open}
      >
        {small ? short : button}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={title}
        confirm={confirm}
        danger={danger}
        busy={change.isPending}
        onConfirm={() => change.mutate({ kit }, { onError: refused })}
        onClose={dialog.close}
      >
        {text(kit)}
      </ConfirmDialog>
    </>
  )
}
