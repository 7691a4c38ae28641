import pg from 'pg'

/**
 * A table with its rows; one in partitions counts as one table, and its partitions as none. Its columns are those that can
 * be written: what is generated from others is not.
 */
export interface StoredTable {
  schema: string
  name: string
  columns: string[]
}

/** The portal's own, the embedded identity provider's, and the queue's. */
export const SCHEMAS = ['public', 'identity', 'jobs']

/** Every table of Karyo's, in a fixed order. */
export async function storedTables(client: pg.ClientBase): Promise<StoredTable[]> {
  const { rows } = await client.query<StoredTable>(
    `select n.nspname as schema, c.relname as name,
       array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname = any($1)
     group by 1, 2 order by 1, 2`,
    [SCHEMAS],
  )
  return rows
}

/** Quoted, with its schema. */
export function tableName({ schema, name }: Pick<StoredTable, 'schema' | 'name'>): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}
