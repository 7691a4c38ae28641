import { type PropsWithChildren, Suspense, useEffect } from 'react'

interface LateDialogProps {
  /** Closes the dialog before it is there. */
  onLeave: () => void
}

/**
 * Loads a dialog when it is first opened. Who presses elsewhere, or leaves by Tab or Escape, before it is there no longer
 * wants it: opened then, it would take the focus and the letters that they type.
 */
export function LateDialog({ onLeave, children }: PropsWithChildren<LateDialogProps>) {
  return <Suspense fallback={<OnItsWay onLeave={onLeave} />}>{children}</Suspense>
}

function OnItsWay({ onLeave }: LateDialogProps) {
  useEffect(() => {
    const ended = new AbortController()
    const { signal } = ended
    addEventListener('pointerdown', onLeave, { signal, capture: true })
    const leaveByKey = ({ key }: KeyboardEvent) => {
      if (key === 'Tab' || key === 'Escape') onLeave()
    }
    addEventListener('keydown', leaveByKey, { signal, capture: true })
    return () => ended.abort()
  }, [onLeave])
  return null
}
