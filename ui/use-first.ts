import { useEffect, useRef } from 'react'

/** Longer than a double click takes, and than a page needs to show that it is at work. */
const APART_MS = 300

/**
 * Tells the first press of a button from the second half of a double click or the repetition of a held key, which come
 * before the button is shown as busy. After a `refusal` the next press is a first one again.
 */
export function useFirst(refusal: unknown): (event: { timeStamp: number }) => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (refusal) last.current = Number.NEGATIVE_INFINITY
  }, [refusal])
  return ({ timeStamp }) => {
    const isFirst = timeStamp - last.current > APART_MS
    last.current = timeStamp
    return isFirst
  }
}
