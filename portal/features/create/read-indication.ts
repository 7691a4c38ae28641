import type { Indication } from '#domain/orders/document.ts'

/** An indication typed in one line: `G40.3 Seizures` has a code and words, `Seizures` words only. */
export function readIndication(typed: string): Indication {
  const found = /^((?:[a-z]\d[\dab]|[a-z]{2}\d)(?:\.?[\da-z]{0,4}))(?:[\s:,–-]+(.*))?$/i.exec(typed.trim())
  if (!found?.[1]) return { code: '', description: typed.trim() }
  return { code: found[1].toUpperCase(), description: (found[2] ?? '').trim() }
}
