import { sql, type Transaction } from 'kysely'
import type { HpoRelease } from '#domain/phenotype/term.ts'
import { insertAll } from '#server/database/migrate/bulk.ts'
import type { Tables } from '#server/database/schema/tables.ts'

/** Replaces the HPO terms with those of a release. Orders keep the terms that they name. */
export async function importHpo(db: Transaction<Tables>, release: HpoRelease): Promise<void> {
  await db.deleteFrom('hpo_term').execute()
  await db.deleteFrom('hpo_release').execute()
  await insertAll(
    db,
    'hpo_term',
    release.terms.map(({ id, label, definition, parents, synonyms, alternativeIds }) => ({
      ...{ id, label, definition, parents: [...parents], alternative_ids: [...alternativeIds] },
      synonyms: JSON.stringify(synonyms.map(({ text, scope, kind }) => [text, scope, kind])),
      ...{ obsolete: false, replaced_by: '', consider: [] },
    })),
  )
  await insertAll(
    db,
    'hpo_term',
    release.obsolete.map(({ id, label, replacedBy, consider }) => ({
      ...{ id, label, definition: '', parents: [], alternative_ids: [], synonyms: '[]' },
      ...{ obsolete: true, replaced_by: replacedBy, consider: [...consider] },
    })),
  )
  await sql`analyze hpo_term`.execute(db)
  await db.insertInto('hpo_release').values({ version: release.version }).execute()
}
