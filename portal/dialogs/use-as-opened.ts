import { useRef } from 'react'

/**
 * What a dialog was opened about, as it was then: what others change meanwhile reaches the page, but is not what the user
 * has read and decides on.
 */
export function useAsOpened<T>(opened: boolean, value: T): T {
  const read = useRef(value)
  if (!opened) read.current = value
  return read.current
}
