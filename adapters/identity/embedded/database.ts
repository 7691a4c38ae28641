import type { Kysely } from 'kysely'

/** Connected as karyo_identity. Its few statements are written as SQL, so that no table needs a type. */
export type Database = Kysely<object>
