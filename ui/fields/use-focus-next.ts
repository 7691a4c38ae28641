import { useCallback, useEffect, useRef } from 'react'

/** Sets the focus after a change once the change has been rendered: pass the function that sets it. */
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
