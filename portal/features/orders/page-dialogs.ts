import { useDisclosure } from '@mantine/hooks'
import { createContext, useCallback, useContext, useEffect, useState } from 'react'

/** Holds the page as it is while a dialog is open; gives back what lets go of it. */
export const HoldPage = createContext<() => () => void>(() => () => {})

/** Whether a dialog is open, so that the page stays as it is, and what to give to `HoldPage`. */
export function useHeldPage(): { held: boolean; hold: () => () => void } {
  const [open, setOpen] = useState(0)
  const hold = useCallback(() => {
    setOpen((now) => now + 1)
    return () => setOpen((now) => now - 1)
  }, [])
  return { held: open > 0, hold }
}

/** A dialog of the page. While it is open, news of the laboratory never take the page, and what is typed, away. */
export function usePageDialog() {
  const [opened, { open, close }] = useDisclosure(false)
  const hold = useContext(HoldPage)
  useEffect(() => (opened ? hold() : undefined), [opened, hold])
  return { opened, open, close }
}
