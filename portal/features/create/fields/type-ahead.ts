import { type KeyboardEvent, useRef } from 'react'

/** Letters that follow each other faster than this are one word. */
const PAUSE_MS = 800

/** What typed letters choose of a list, as in a browser's own select: the next label that begins with them. */
export function typedChoice(
  labels: readonly string[],
  letters: string,
  chosen: string | undefined,
): string | undefined {
  const typed = letters.toLowerCase()
  const first = typed.slice(0, 1)
  // The same letter again goes on to the next label that begins with it.
  const again = typed === first.repeat(typed.length)
  const at = chosen === undefined ? -1 : labels.indexOf(chosen)
  const from = again ? at + 1 : Math.max(at, 0)
  return [...labels.slice(from), ...labels.slice(0, from)].find((label) =>
    label.toLowerCase().startsWith(again ? first : typed),
  )
}

/** Handles the keys of a closed list: gives the letters typed so far. */
export function useTypeAhead(onTyped: (letters: string) => void) {
  const typed = useRef({ letters: '', at: 0 })
  return (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.length !== 1 || event.key === ' ' || event.ctrlKey || event.metaKey || event.altKey) return
    // In an open list the arrows choose, and nothing is chosen before Enter.
    if (event.currentTarget.ariaExpanded === 'true') return
    const goesOn = event.timeStamp - typed.current.at < PAUSE_MS
    typed.current = { letters: (goesOn ? typed.current.letters : '') + event.key, at: event.timeStamp }
    onTyped(typed.current.letters)
  }
}
