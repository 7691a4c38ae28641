import { createContext } from 'react'

interface Unsaved {
  /** A section tells `Sections` whether it holds something that is not saved. */
  report(section: string, isUnsaved: boolean): void
  /** Whether any section does. */
  isUnsaved: boolean
}

export const UnsavedContext = createContext<Unsaved>({ report: () => {}, isUnsaved: false })
