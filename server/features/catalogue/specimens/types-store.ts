import type { OwnSpecimenType } from '#domain/specimens/own-types.ts'
import type { Catalogue } from '../store.ts'

/** The laboratory's own types of specimen. */
export async function ownSpecimenTypes(db: Catalogue): Promise<OwnSpecimenType[]> {
  const rows = await db
    .selectFrom('specimen_type')
    .select(['name', 'like_type'])
    .where('like_type', '!=', '')
    .orderBy('position')
    .execute()
  return rows.flatMap(({ name, like_type: like }) => (like === '' ? [] : [{ name, like }]))
}

/** The laboratory's codes for types of specimen, ours and its own, by name; for messages to it. */
export async function specimenCodes(db: Catalogue): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('specimen_type').select(['name', 'code']).where('code', '!=', '').execute()
  return new Map(rows.map(({ name, code }) => [name, code]))
}
