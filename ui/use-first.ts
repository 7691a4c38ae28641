import { type SyntheticEvent, useEffect, useRef } from 'react'

/** Longer than a double click, and than a page needs to show that it is busy. */
const APART_MS = 300

/**
 * Distinguishes the first press of a button from the second half of a double click or a repeated key, which
 * come before the button is shown as busy. After a `refusal`, and after any other press, key or input, the next
 * press is a first one again: a user who is shown what is missing may fill it in as fast as they like.
 */
export function useFirst(refusal: unknown): (event: SyntheticEvent) => boolean {
  const last = useRef(Number.NEGATIVE_INFINITY)
  const button = useRef<Element | null>(null)
  const forget = () => {
    last.current = Number.NEGATIVE_INFINITY
  }
  useEffect(() => {
    if (refusal) forget()
  }, [refusal])
  useEffect(() => {
    const pointer = ({ target }: PointerEvent) => {
      if (!button.current?.contains(target as Node)) forget()
    }
    const key = ({ key }: KeyboardEvent) => {
      if (key !== 'Enter' && key !== ' ') forget()
    }
    document.addEventListener('pointerdown', pointer, true)
    document.addEventListener('keydown', key, true)
    // What was entered without a key: pasted, dictated, filled in by the browser.
    document.addEventListener('input', forget, true)
    return () => {
      document.removeEventListener('pointerdown', pointer, true)
      document.removeEventListener('keydown', key, true)
      document.removeEventListener('input', forget, true)
    }
  }, [])
  return ({ timeStamp, nativeEvent, currentTarget }) => {
    const isFirst = timeStamp - last.current > APART_MS
    last.current = timeStamp
    button.current = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : currentTarget
    return isFirst
  }
}
