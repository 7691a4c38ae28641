import { table } from '../../table.ts'
import type { NoteText } from './sentences.ts'

interface ShortForm {
  termId: string
  /** Only in capitals: 'id' and 'as' are words, and 'mo' is a month. */
  capitals: boolean
  /** What it means instead where the note is about the heart. */
  heart?: string
}

/** Abbreviations of clinics that are words, or mean two things. They are Karyo's own. */
const SHORT_FORMS = table<ShortForm>({
  // Intellectual disability, developmental delay.
  id: { termId: 'HP:0001249', capitals: true },
  dd: { termId: 'HP:0001263', capitals: true },
  // Autism, or an atrial septal defect.
  asd: { termId: 'HP:0000717', capitals: false, heart: 'HP:0001631' },
  // Cerebral palsy.
  cp: { termId: 'HP:0100021', capitals: true },
  // Myocardial infarction, atrial fibrillation.
  mi: { termId: 'HP:0001658', capitals: true },
  af: { termId: 'HP:0005110', capitals: true },
  // Gastroesophageal reflux.
  gerd: { termId: 'HP:0002020', capitals: false },
})

const OF_THE_HEART =
  /^(vsd|pda|pfo|echo|echocardiogram|heart|cardiac|secundum|septal|tof|coarctation|murmur)$/
/** Words before and after an abbreviation that tell what it means. */
const NEAR = 8

/** What an ambiguous abbreviation means here; null if it is none here, undefined for any other word. */
export function shortForm({ tokens }: NoteText, at: number): string | null | undefined {
  const token = tokens[at]
  const known = SHORT_FORMS[token?.word ?? '']
  if (!token || !known) return undefined
  if (known.capitals && token.written !== token.written.toUpperCase()) return null
  const near = tokens.slice(Math.max(0, at - NEAR), at + NEAR + 1)
  return known.heart && near.some(({ word }) => OF_THE_HEART.test(word)) ? known.heart : known.termId
}
