import { useState } from 'react'
import { useSession } from '../session/session.ts'

/**
 * The code of the institution that was selected when `thing` was opened by its address; null once another one is selected.
 * That is the user's choice, or where the thing was found: nobody is led elsewhere twice.
 */
export function useOpenedIn(thing: string | number): string | null {
  const { institution } = useSession()
  const [opened, open] = useState<{ thing: string | number; code: string | null }>({
    thing,
    code: institution.code,
  })
  if (opened.thing !== thing) {
    open({ thing, code: institution.code })
    return institution.code
  }
  if (opened.code !== null && opened.code !== institution.code) {
    open({ thing, code: null })
    return null
  }
  return opened.code
}
