import type { Kysely } from 'kysely'
import type { HpoRelease, Synonym } from '#domain/phenotype/term.ts'
import { outsideWork } from '#server/database/connection/work.ts'
import type { Tables } from '#server/database/schema/tables.ts'
import { buildTermIndex, type TermIndex } from './term-index.ts'

/** The imported release, ready to be searched. */
export interface Vocabulary extends TermIndex {
  /** The release's date, such as `2026-01-08`. */
  readonly version: string
}

/** A stamp is never reused, not even by another database, so what was built for one stays valid. */
let remembered: { stamp: string; vocabulary: Promise<Vocabulary> } | null = null

/**
 * The HPO terms of the imported release; null if none is imported. Read and indexed once for each import, by
 * the first request that needs them.
 */
export async function vocabularyOf(db: Kysely<Tables>): Promise<Vocabulary | null> {
  const release = await db.selectFrom('hpo_release').select(['version', 'stamp']).executeTakeFirst()
  if (!release) return null
  if (remembered?.stamp !== release.stamp) {
    // Other requests share this read, so it does not end with the request that started it.
    const vocabulary = outsideWork(() => read(db, release.version))
    const reading = { stamp: release.stamp, vocabulary }
    remembered = reading
    vocabulary.catch(() => {
      if (remembered === reading) remembered = null
    })
  }
  return remembered.vocabulary
}

async function read(db: Kysely<Tables>, version: string): Promise<Vocabulary> {
  const rows = await db.selectFrom('hpo_term').selectAll().orderBy('id').execute()
  const release: HpoRelease = {
    version,
    terms: rows
      .filter(({ obsolete }) => !obsolete)
      .map(({ id, label, definition, parents, synonyms, alternative_ids }) => ({
        ...{ id, label, definition, parents, alternativeIds: alternative_ids },
        synonyms: synonyms.map(([text, scope, kind]): Synonym => ({ text, scope, kind })),
      })),
    obsolete: rows
      .filter(({ obsolete }) => obsolete)
      .map(({ id, label, replaced_by, consider }) => ({ id, label, replacedBy: replaced_by, consider })),
  }
  return { version, ...(await buildTermIndex(release)) }
}
