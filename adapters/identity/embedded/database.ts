import type { Kysely } from 'kysely'

/** Connected as karyo_identity. The few statements are plain SQL, so tables need no types. */
export type Database = Kysely<object>
