import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'

interface Fold {
  isOpen: boolean
  toggle: () => void
}

const Context = createContext<Fold | null>(null)

interface FoldingProps {
  /** Whether its card is folded to its heading until the user opens it; otherwise it is an ordinary card. */
  folded: boolean
  children: ReactNode
}

/** Makes the card inside it foldable. Once opened, it stays open as long as the page does. */
export function Folding({ folded, children }: FoldingProps) {
  const [isOpen, setOpen] = useState(false)
  const fold = useMemo(
    () => (folded ? { isOpen, toggle: () => setOpen((before) => !before) } : null),
    [folded, isOpen],
  )
  return <Context value={fold}>{children}</Context>
}

/** The folding state of the surrounding card; null if it is not foldable. */
export const useFold = () => useContext(Context)
