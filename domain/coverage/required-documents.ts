import { DOCUMENT_TYPES } from '../lookups.ts'

type DocumentType = (typeof DOCUMENT_TYPES)[number]

/** What stands for the letter of medical necessity among the documents of a rule. */
const LETTER = 'Letter'

/** A document that a payer wants to see before it authorizes. */
export interface RequiredDocument {
  readonly what: string
  /** Which documents of an order are that; null: the letter of medical necessity. */
  readonly type: DocumentType | null
}

/** `Type` or `Type: what it must say`, the type being one of DOCUMENT_TYPES or `Letter`. Null for anything else. */
export function parseRequiredDocument(text: string): RequiredDocument | null {
  const [name = '', ...words] = text.split(':')
  const what = words.join(':').trim()
  if (name.trim() === LETTER) return { type: null, what: what || 'Letter of medical necessity' }
  const type = DOCUMENT_TYPES.find((one) => one === name.trim())
  return type ? { type, what: what || type } : null
}

/** What the payer wants for several tests together, each once, in the order of its rules. */
export function requiredDocuments(tests: readonly { documents: readonly string[] }[]): RequiredDocument[] {
  const texts = new Set(tests.flatMap(({ documents }) => documents))
  return [...texts].map(parseRequiredDocument).filter((document) => document !== null)
}
