import { sql } from 'kysely'
import { type AddressEntry, toStoredAddress } from '#contract/addresses.ts'
import type { PhoneEntry } from '#contract/people.ts'
import type { OwnScope, Scope } from '#server/database/scope.ts'

const columns = ['id', 'code', 'name', 'parent_code', 'addresses', 'phones', 'created_by_subject'] as const

/** The institution, or undefined if it is not in the scope. `lock` locks it until the transaction ends. */
export function institutionById({ db }: Scope, id: number, { lock = false } = {}) {
  const found = db.selectFrom('institution').select(columns).where('id', '=', id)
  return (lock ? found.forUpdate() : found).executeTakeFirst()
}

/**
 * The user's own institution with that name, created if it does not exist: a repeated request creates it
 * once.
 */
export async function makeInstitution(
  own: OwnScope,
  given: { name: string; addresses: AddressEntry[]; phones: PhoneEntry[] },
) {
  const ofThatName = own.db
    .selectFrom('institution')
    .select(columns)
    .where('created_by_subject', '=', own.subject)
    .where(sql<boolean>`lower(name) = lower(${given.name})`)
  const before = await ofThatName.executeTakeFirst()
  if (before) return before
  // The laboratory's own list may have codes of the sequence: another is drawn until one is free. The sequence keeps the place.
  for (;;) {
    await own.db
      .insertInto('institution')
      .values({
        code: sql<string>`nextval('institution_code')::text`,
        name: given.name,
        parent_code: null,
        addresses: JSON.stringify(given.addresses.map(toStoredAddress)),
        phones: JSON.stringify(given.phones),
        created_by_subject: own.subject,
        approved_at: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const made = await ofThatName.executeTakeFirst()
    if (made) return made
  }
}

export async function changeInstitution(
  scope: Scope,
  id: number,
  list: 'addresses' | 'phones',
  entries: readonly object[],
): Promise<void> {
  await scope.db
    .updateTable('institution')
    .set({ [list]: JSON.stringify(entries) })
    .where('id', '=', id)
    .execute()
}
