import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

interface Fold {
  isOpen: boolean
  toggle: () => void
}

const Context = createContext<Fold | null>(null)

interface FoldingProps {
  /** Whether its card is folded to its heading until somebody opens it; else it is an ordinary card. */
  folded: boolean
  children: ReactNode
}

/** Around a card. Once its reader opened it, it stays open as long as the page does. */
export function Folding({ folded, children }: FoldingProps) {
  const [isOpen, setOpen] = useState(false)
  const fold = useMemo(
    () => (folded ? { isOpen, toggle: () => setOpen((before) => !before) } : null),
    [folded, isOpen],
  )
  return <Context value={fold}>{children}</Context>
}

/** How the card around is folded; null for one that is not. */
export const useFold = () => useContext(Context)
