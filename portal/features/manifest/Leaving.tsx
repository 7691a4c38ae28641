import { useBlocker } from '@tanstack/react-router'
import { signInState } from '#portal/session/identity.ts'
import { stored } from '#portal/session/storage.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { counted } from '#ui/counted.ts'
import * as texts from './texts.ts'

/** Asks before rows without an order are left behind. */
export function Leaving({ open }: { open: number }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => open > 0 && current.pathname !== next.pathname,
    // Logging in again comes back to the sheet; a log-out has been decided, or is due.
    enableBeforeUnload: () => open > 0 && !signInState().ended && stored('authToken') !== null,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={texts.leaveThisManifest}
      confirm={texts.leave}
      cancel={texts.stayOnThisPage}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{texts.leaveWarning(counted(open, 'row'), open === 1 ? 'has' : 'have')}</p>
    </ConfirmDialog>
  )
}
