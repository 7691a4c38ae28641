import { useDisclosure } from '@mantine/hooks'
import { createContext, useCallback, useContext, useEffect, useState } from 'react'

/** Holds the page as it is while a dialog is open; gives back what lets go of it. */
export const PageLock = createContext<() => () => void>(() => () => {})

/** Whether a dialog is open, so that the page stays as it is, and what to give to `PageLock`. */
export function usePageLock(): { isLocked: boolean; lock: () => () => void } {
  const [open, setOpen] = useState(0)
  const lock = useCallback(() => {
    setOpen((now) => now + 1)
    return () => setOpen((now) => now - 1)
  }, [])
  return { isLocked: open > 0, lock }
}

/** A dialog of the page. While it is open, news of the laboratory never take the page, and what is typed, away. */
export function usePageDialog() {
  const [opened, { open, close }] = useDisclosure(false)
  const lock = useContext(PageLock)
  useEffect(() => (opened ? lock() : undefined), [opened, lock])
  return { opened, open, close }
}
