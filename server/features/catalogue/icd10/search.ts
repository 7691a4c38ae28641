import { type Kysely, sql } from 'kysely'
import { meaningsOf, plain, wordsOf } from '#domain/catalogue/search-words.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { Diagnosis } from '#domain/icd10/diagnosis-code.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** The beginning of a code: a letter and a digit, or further. */
const BEGINNING = /^[a-z](\d[\dab]?|[a-z]\d)(\.?[\da-z]{0,4})$/i

/**
 * Codes for billing on a day: those that begin with the typed text, with or without the dot, then those with
 * words that begin with all the typed words, or with their synonyms. In each the laboratory's selection comes
 * first, and a code about one of several fetuses after the one that leaves it open.
 */
export async function searchIcd10(
  db: Kysely<Tables>,
  keywords: string,
  { on, top }: { on: IsoDate; top: number },
): Promise<Diagnosis[]> {
  const words = plain(keywords).match(/[a-z0-9]+/g) ?? []
  if (words.length === 0) return keywords.trim() === '' ? selectedDiagnoses(db, top) : []
  const code = codeBeginning(keywords.trim())
  // Letters and digits alone: nothing in it is an operator of a text search.
  const exactly = words.map((word) => `${word}:*`).join(' & ')
  const broadly = words.map((word) => `(${[word, ...synonyms(word)].join(':* | ')}:*)`).join(' & ')
  const text = sql`to_tsvector('simple', description || ' ' || words)`
  const isCode = code === '' ? sql`false` : sql`(code ~>=~ ${code} and code ~<~ ${`${code}~`})`
  const { rows } = await sql<Diagnosis>`
    select code, description from icd10
    where (${isCode} or ${text} @@ to_tsquery('simple', ${broadly}))
      and billable and ${on}::date between valid_from and valid_until
    order by not ${isCode}, not ${text} @@ to_tsquery('simple', ${exactly}), words = '',
      code ~ '^O.{6}[1-9]$', code
    limit ${top}`.execute(db)
  return rows
}

function synonyms(word: string): string[] {
  return wordsOf(word).flatMap((one) => [...meaningsOf(one)])
}

/** How the typed code begins, in capitals and with its dot; '' for anything else. */
function codeBeginning(typed: string): string {
  if (!BEGINNING.test(typed)) return ''
  const bare = typed.replace('.', '').toUpperCase()
  return bare.length > 3 ? `${bare.slice(0, 3)}.${bare.slice(3)}` : bare
}

/**
 * The laboratory's selection, by its own words and in the order of the codes; a list without headings is one
 * as a whole. Few codes, so that a search for tests can keep them in memory.
 */
export async function selectedDiagnoses(db: Kysely<Tables>, top: number | null = null): Promise<Diagnosis[]> {
  const { rows } = await sql<Diagnosis>`
    select code, coalesce(nullif(words, ''), description) as description from icd10
    where words <> '' or not exists (select from icd10 where not billable)
    order by code limit ${top}`.execute(db)
  return rows
}
