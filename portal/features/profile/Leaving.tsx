import { useBlocker } from '@tanstack/react-router'
import { useRef } from 'react'
import { signInState } from '#portal/session/identity.ts'
import { useSession } from '#portal/session/session.ts'
import { stored } from '#portal/session/storage.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import * as texts from './texts.ts'
import { typed } from './use-section.ts'

/** Asks before unsaved changes are left behind, by a link or by closing the tab. */
export function Leaving({ unsaved }: { unsaved: boolean }) {
  const { user } = useSession()
  // Asked once: / is sent on to /dashboard before this page is taken away.
  const leaving = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => unsaved && !leaving.current && current.pathname !== next.pathname,
    // Logging in again comes back to what was typed; a log-out has been decided, or is due.
    enableBeforeUnload: () => unsaved && !signInState().ended && stored('authToken') !== null,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={texts.leaveWithoutSaving}
      confirm={texts.leave}
      cancel={texts.stayOnThisPage}
      danger
      onConfirm={() => {
        typed.forgetAll(user.id)
        leaving.current = true
        blocker.proceed?.()
      }}
      onClose={() => blocker.reset?.()}
    >
      <p>{texts.leaveWarning}</p>
    </ConfirmDialog>
  )
}
