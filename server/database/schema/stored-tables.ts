import pg from 'pg'

/**
 * A table with rows; a partitioned table counts once, its partitions do not. Its columns are the writable
 * ones, without generated ones.
 */
export interface StoredTable {
  schema: string
  name: string
  columns: string[]
}

/** The schemas of the portal, of the embedded identity provider and of the queue. */
export const SCHEMAS = ['public', 'identity', 'jobs']

/** Every table of Karyo, in a fixed order. */
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
