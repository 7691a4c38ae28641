import { Button } from '@mantine/core'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { User } from '#contract/users.ts'
import { AccountDialog } from './AccountDialog.tsx'
import { buttonsOf, type Reader, type UserButton } from './actions.ts'
import { ChangeRolesDialog } from './ChangeRolesDialog.tsx'
import { ApproveDialog, RefuseDialog } from './DecisionDialogs.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { StatusDialog } from './StatusDialog.tsx'
import type { UserDialogProps } from './user-dialog.ts'

/** In the colours of what they do; the others are quiet. */
const VARIANTS: Partial<Record<UserButton, { variant: string; color?: string }>> = {
  approve: { variant: 'filled' },
  changeRoles: { variant: 'filled' },
  reactivate: { variant: 'filled' },
  block: { variant: 'outline', color: 'red' },
  deactivate: { variant: 'outline', color: 'red' },
}

/** The buttons of a user's page, each with its dialog. */
export function UserActions({ user, reader }: { user: User; reader: Reader }) {
  const [openAction, setOpenAction] = useState<UserButton | null>(null)
  useRestoredFocus(user.status)
  return buttonsOf(user, reader).map(({ button, label, enabled }) => (
    <Fragment key={button}>
      <Button
        {...(VARIANTS[button] ?? { variant: 'default' })}
        disabled={!enabled}
        onClick={() => setOpenAction(button)}
      >
        {label}
      </Button>
      <ActionDialog
        button={button}
        user={user}
        hospital={reader.hospital}
        opened={openAction === button}
        onClose={() => setOpenAction(null)}
      />
    </Fragment>
  ))
}

/** With the status the buttons change: where the one that had the focus is gone, it goes to the page's head. */
function useRestoredFocus(status: User['status']) {
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== status && document.activeElement === document.body)
      document.querySelector<HTMLElement>('#main h1')?.focus({ preventScroll: true })
    before.current = status
  }, [status])
}

function ActionDialog({ button, ...dialog }: UserDialogProps & { button: UserButton }) {
  const { user, onClose } = dialog
  const decision = { ...dialog, person: user, institutionIsNew: user.institutionIsNew, onDecided: onClose }
  switch (button) {
    case 'approve':
      return <ApproveDialog {...decision} />
    case 'refuse':
      return <RefuseDialog {...decision} />
    case 'changeRoles':
      return <ChangeRolesDialog {...dialog} />
    case 'move':
      return <MoveDialog {...dialog} />
    case 'endSessions':
    case 'forgetSecondFactor':
      return <AccountDialog {...dialog} action={button} />
    case 'block':
    case 'deactivate':
    case 'reactivate':
      return <StatusDialog {...dialog} action={button} />
  }
}
