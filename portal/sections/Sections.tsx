import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { signInState } from '#portal/session/identity.ts'
import { useSession } from '#portal/session/session.ts'
import { stored } from '#portal/session/storage.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import * as texts from './texts.ts'
import { UnsavedContext } from './unsaved.ts'
import { typed } from './use-section.ts'

interface SectionsProps {
  /** What is lost: 'Your changes to your profile are not saved and will be lost.' */
  leaveWarning: string
  children: ReactNode
}

/**
 * Sections that are saved each by its own button (`useSection`). Asks before what is not saved in one of them is left
 * behind, by a link or by closing the tab.
 */
export function Sections({ leaveWarning, children }: SectionsProps) {
  const { user } = useSession()
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback((section: string, is: boolean) => {
    setUnsaved((before) => {
      if (before.has(section) === is) return before
      const after = new Set(before)
      if (is) after.add(section)
      else after.delete(section)
      return after
    })
  }, [])
  const isUnsaved = unsaved.size > 0
  // Asked once: / is sent on to /dashboard before this page is taken away.
  const leaving = useRef(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && !leaving.current && current.pathname !== next.pathname,
    // Logging in again comes back to what was typed; a log-out has been decided, or is due.
    enableBeforeUnload: () => isUnsaved && !signInState().ended && stored('authToken') !== null,
    withResolver: true,
  })
  const context = useMemo(() => ({ report, isUnsaved }), [report, isUnsaved])
  return (
    <UnsavedContext value={context}>
      {children}
      <ConfirmDialog
        opened={blocker.status === 'blocked'}
        title={texts.leaveWithoutSaving}
        confirm={texts.leave}
        cancel={texts.stayOnThisPage}
        danger
        onConfirm={() => {
          for (const section of unsaved) typed.forget(user.id, section)
          leaving.current = true
          blocker.proceed?.()
        }}
        onClose={() => blocker.reset?.()}
      >
        <p>{leaveWarning}</p>
      </ConfirmDialog>
    </UnsavedContext>
  )
}
