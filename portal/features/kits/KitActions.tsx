import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Kit } from '#contract/kits.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem } from '#ui/notices.ts'
import * as texts from './texts.ts'
import { useKitChange } from './use-kit-change.ts'
import { kitsInWords, recipientName } from './words.ts'

/** The words of what a clinic decides about a kit order. */
const DECISIONS = {
  receive: {
    button: texts.markAsReceived,
    short: texts.receive,
    title: texts.didTheKitsArrive,
    confirm: texts.markAsReceived,
    text: (kit: Kit) => texts.receiveHint(kitsInWords(kit), recipientName(kit)),
    danger: false,
  },
  cancel: {
    button: texts.cancelKitOrder,
    short: texts.cancel,
    title: texts.cancelThisKitOrder,
    confirm: texts.yesCancelKitOrder,
    text: (kit: Kit) => texts.cancelHint(kitsInWords(kit), recipientName(kit)),
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
        {...(small ? { size: 'compact-sm', 'aria-label': texts.actionOfKit(short, kit.id) } : {})}
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
