import { DOCUMENT_TYPES } from '../lookups.ts'

type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** The word for the letter of medical necessity among a rule's documents. */
const LETTER = 'Letter'

/** A document that a payer requires before it authorizes. */
export interface RequiredDocument {
  readonly what: string
  /** The matching document type of an order; null: the letter of medical necessity. */
  readonly type: DocumentType | null
}

/**
 * Parses `Type` or `Type: what it must contain`, the type being one of DOCUMENT_TYPES or `Letter`. Null for
 * anything else.
 */
export function parseRequiredDocument(text: string): RequiredDocument | null {
  const [name = '', ...words] = text.split(':')
  const what = words.join(':').trim()
  if (name.trim() === LETTER) return { type: null, what: what || 'Letter of medical necessity' }
  const type = DOCUMENT_TYPES.find((one) => one === name.trim())
  return type ? { type, what: what || type } : null
}

/** The documents the payer requires for several tests, each once, in the order of its rules. */
export function requiredDocuments(tests: readonly { documents: readonly string[] }[]): RequiredDocument[] {
  const texts = new Set(tests.flatMap(({ documents }) => documents))
  return [...texts].map(parseRequiredDocument).filter((document) => document !== null)
}
