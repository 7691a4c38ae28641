import { useState } from 'react'

/**
 * The keys of a request that may be tried again. The same content has the same key again: it is stored once, even if
 * the first answer was lost. Other content has another key, or the server would answer with what it has stored already.
 */
export function createRequestKeys(): (content: unknown) => string {
  const keys = new Map<string, string>()
  return (content) => {
    const text = JSON.stringify(content)
    const key = keys.get(text) ?? crypto.randomUUID()
    keys.set(text, key)
    return key
  }
}

/** The same for a dialog or a page, as long as it is there. */
export function useRequestKeys(): (content: unknown) => string {
  return useState(createRequestKeys)[0]
}
