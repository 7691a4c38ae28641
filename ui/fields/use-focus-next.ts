import { useCallback, useEffect, useRef } from 'react'

/** Puts the focus where it belongs after a change, once the change is on the screen: hand over what gives it. */
export function useFocusNext(): (focus: () => void) => void {
  const pendingFocus = useRef<(() => void) | null>(null)
  useEffect(() => {
    pendingFocus.current?.()
    pendingFocus.current = null
  })
  return useCallback((focus) => {
    pendingFocus.current = focus
  }, [])
}
