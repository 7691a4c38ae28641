import { createContext } from 'react'

/** A section tells the page whether it holds something that is not saved. */
export const UnsavedContext = createContext<(section: string, unsaved: boolean) => void>(() => {})
