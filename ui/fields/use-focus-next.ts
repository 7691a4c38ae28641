import { useCallback, useEffect, useRef } from 'react'

/** Puts the focus where it belongs after a change, once the change is on the screen: hand over what gives it. */
export function useFocusNext(): (focus: () => void) => void {
  const wanted = useRef<(() => void) | null>(null)
  useEffect(() => {
    wanted.current?.()
    wanted.current = null
  })
  return useCallback((focus) => {
    wanted.current = focus
  }, [])
}
