import pg from 'pg'
import { directoryFiles } from '#adapters/files/directory.ts'
import { SCHEMAS, storedTables, tableName } from '../database/schema/stored-tables.ts'

/** Everything in a database besides its rows, each as one line of text. */
const RULES = `
  select 'table ' || c.oid::regclass || ' secured ' || c.relrowsecurity || ' ' || coalesce(c.relacl::text, '') as rule
    from pg_class c where c.relkind in ('r', 'p', 'v', 'S') and c.relnamespace = any($1::regnamespace[])
  union all
  select 'column ' || a.attrelid::regclass || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' '
      || a.attnotnull || a.attidentity::text || a.attgenerated::text || coalesce(a.attacl::text, '') || coalesce(pg_get_expr(d.adbin, d.adrelid), '')
    from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v') and c.relnamespace = any($1::regnamespace[])
  union all
  select 'policy ' || p::text from pg_policies p where p.schemaname::text = any($2)
  union all
  select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = any($1::regnamespace[]) and conparentid = 0
  union all
  select 'index ' || indexdef from pg_indexes where schemaname::text = any($2)
  union all
  select 'trigger ' || tgenabled::text || ' ' || pg_get_triggerdef(oid) from pg_trigger
    where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = any($1::regnamespace[]))
  union all
  select 'function ' || p.oid::regprocedure || ' ' || md5(p.prosrc) || coalesce(p.proacl::text, '')
    from pg_proc p where p.pronamespace = any($1::regnamespace[])
  order by rule`

/**
 * A database's content for comparison: for each table the number of its rows and the MD5 of all columns in
 * the order of their names, each sequence's state, and the rules, but those of the
 * queue's partitions. `except`: tables to leave out, as
 * `schema.table`.
 */
export async function dumpDatabase(url: string, except: readonly string[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const tables: Record<string, { rows: number; md5: string }> = {}
    for (const table of await storedTables(client)) {
      if (except.includes(`${table.schema}.${table.name}`)) continue
      const columns = table.columns.toSorted().map(pg.escapeIdentifier).join(', ')
      const { rows } = await client.query(
        `select count(*)::int as rows, coalesce(md5(string_agg(line, E'\\n' order by line)), '') as md5
         from (select row(${columns})::text as line from ${tableName(table)}) lines`,
      )
      tables[`${table.schema}.${table.name}`] = rows[0]
    }
    const sequences: Record<string, unknown> = {}
    const named = await client.query<{ schema: string; name: string }>(
      'select schemaname as schema, sequencename as name from pg_sequences where schemaname = any($1)',
      [SCHEMAS],
    )
    for (const { schema, name } of named.rows) {
      const { rows } = await client.query(`select last_value, is_called from ${tableName({ schema, name })}`)
      sequences[`${schema}.${name}`] = rows[0]
    }
    const rules = await client.query<{ rule: string }>(RULES, [SCHEMAS, SCHEMAS])
    const lasting = rules.rows.map(({ rule }) => rule).filter((rule) => !ofOneDay(rule))
    return { tables, sequences, rules: [...new Set(lasting.map(ofAnyQuarter))].toSorted() }
  } finally {
    await client.end()
  }
}

/** The queue makes a partition for each day, so that a database made before midnight has another than one made after. */
const ofOneDay = (rule: string) => /\bjobs\.\w+_\d{8}\b/.test(rule)

/**
 * A database made before the turn of a quarter has other partitions than one made after: what holds for one quarter is
 * compared with what holds for any.
 */
const ofAnyQuarter = (rule: string) => rule.replaceAll(/_\d{4}q\d/g, '_quarter')

/** The keys of all files in a directory, sorted. */
export async function keysOf(filesDir: string): Promise<string[]> {
  const keys: string[] = []
  for await (const key of directoryFiles(filesDir).keys()) keys.push(key)
  return keys.sort()
}
