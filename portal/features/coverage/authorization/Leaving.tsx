import { useBlocker } from '@tanstack/react-router'
import { signInState } from '#portal/session/identity.ts'
import { stored } from '#portal/session/storage.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import * as texts from '../texts.ts'

/** Asks before a letter that is not saved is left behind, by a link or by closing the tab. */
export function Leaving({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker({
    // A verification and the order that is made of it have one path, and differ by what comes after it.
    shouldBlockFn: ({ current, next }) => unsaved && locationKeyOf(current) !== locationKeyOf(next),
    // A log-out has been decided, or is due: nothing of a patient stays on the screen for a question.
    enableBeforeUnload: () => unsaved && !signInState().ended && stored('authToken') !== null,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      title={texts.leaveLetterTitle}
      confirm={texts.leave}
      cancel={texts.stayOnThisPage}
      danger
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{texts.leaveLetterWarning}</p>
    </ConfirmDialog>
  )
}

const locationKeyOf = ({ pathname, search }: { pathname: string; search: object }) =>
  `${pathname} ${JSON.stringify(search)}`
