import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { laboratoryMessage, REPORT } from '../testing/laboratory.ts'
import { startPortal, type TestPortal } from '../testing/portal.ts'
import { CHILD, FOREIGN, PARENT, readyOrder } from '../testing/world.ts'
import { administer } from './connection/connect.ts'
import { type Actor, authorize, withScope } from './scope.ts'
import { PUBLIC_TABLES } from './testing/public-tables.ts'
import { ROWS_OF_ORDERS } from './testing/rows-of-orders.ts'

/** Users work at institutions; membership decides which of them a scope shows. Users write only their own record. */
const USER_TABLES = ['physician']
/** Outgoing mail is written and never read. */
const WRITTEN_TABLES = ['mail_out']

interface Table {
  name: string
  /** The column with the row's institution, `code` for institution itself; null if there is none. */
  column: string | null
  /** What karyo_portal is granted. */
  granted: string[]
  secured: boolean
}

const EVERYWHERE = [CHILD, FOREIGN, PARENT]
/** Every set of institutions that the access check grants a user of access-matrix.test.ts. */
const SCOPES = [
  [CHILD],
  [FOREIGN],
  [PARENT],
  [CHILD, PARENT],
  [CHILD, FOREIGN],
  [FOREIGN, PARENT],
  EVERYWHERE,
]

const REFUSED = { code: '42501' }

let portal: TestPortal
let tables: Table[]
beforeAll(async () => {
  portal = await startPortal()
  for (const at of EVERYWHERE) {
    const { id } = await portal.submitted(readyOrder(), { by: `OrderSubmitter@${at}`, at })
    const options = { order: id, number: `L-${id}`, status: 'F', pdf: REPORT }
    expect(await portal.receive(laboratoryMessage(`M${id}`, options))).toContain('MSA|AA')
  }
  await asAdministrator(sql`
    insert into invitation (institution_code, email, roles, invited_by, invited_by_name, expires_at, by_support)
    select code, 'somebody@demo.test', '{OrderViewer}', (select min(id) from physician), 'Somebody', now() + '1 day',
           true
    from institution`)
  await asAdministrator(sql`
    insert into proposed_role (physician_id, institution_code, role, proposed_by, proposed_by_name)
    select min(physician_id), institution_code, 'OrderViewer', min(physician_id), 'Somebody' from membership
    group by institution_code`)
  await asAdministrator(sql`
    insert into registration_refusal (physician_id, institution_code, institution_name, reason)
    select (select min(id) from physician), code, name, 'None' from institution`)
  for (const statement of ROWS_OF_ORDERS) await asAdministrator(statement)
  // Leaves both counts that are already added up and changes that are not.
  await asAdministrator(sql`select fold_order_tally(100000), fold_figures(100000)`)
  await asAdministrator(sql`update orders set provider_name = 'Somebody'`)
  tables = await asAdministrator(sql<Table>`
    select c.relname as name, c.relrowsecurity as secured,
      (select a.attname from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
        and a.attname = case c.relname when 'institution' then 'code' else 'institution_code' end) as column,
      array(select p from unnest(array['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'TRUNCATE']) p
        where has_table_privilege('karyo_portal', c.oid, p)
           or (p in ('SELECT', 'INSERT', 'UPDATE') and has_any_column_privilege('karyo_portal', c.oid, p))) as granted
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')
    order by c.relname`)
})
afterAll(() => portal?.stop())

const asAdministrator = <T>(query: RawBuilder<T>) =>
  administer(portal.database.url, async (db) => (await query.execute(db)).rows)

/** Tables with rows of institutions to which karyo_portal has some access. */
const ofInstitutions = (privilege = '') =>
  tables.flatMap(({ column, granted, ...table }) =>
    column !== null && granted.some((one) => one.startsWith(privilege)) ? [{ ...table, column }] : [],
  )

/** Runs one statement as karyo_portal in a transaction with a scope (null: none), and rolls it back. */
async function as<T>(scope: string | null, statement: RawBuilder<T>) {
  const transaction = await portal.portal.db.startTransaction().execute()
  try {
    if (scope !== null)
      await sql`select set_config('karyo.institutions', ${scope}, true)`.execute(transaction)
    return await statement.execute(transaction)
  } finally {
    await transaction.rollback().execute()
  }
}

/** How many rows a statement in the parent's scope changed, or that it was refused for lack of permission. */
const effect = (statement: RawBuilder<unknown>) =>
  as(PARENT, statement).then(
    ({ numAffectedRows }) => Number(numAffectedRows),
    (error: { code?: string }) => (error.code === REFUSED.code ? 'refused' : error),
  )

describe('[PERM-10] the database itself separates institutions', () => {
  test('every table has an institution column, or is the laboratory’s and read-only, or is not accessible', () => {
    const outside = tables.filter(({ column, granted }) => column === null && granted.length > 0)
    expect(outside.map(({ name }) => name).sort()).toEqual(
      [...PUBLIC_TABLES, ...USER_TABLES, ...WRITTEN_TABLES].sort(),
    )
    for (const { name, granted, secured } of outside) {
      const some = USER_TABLES.includes(name) ? ['SELECT', 'INSERT', 'UPDATE'] : ['SELECT']
      expect(granted, name).toEqual(WRITTEN_TABLES.includes(name) ? ['INSERT'] : some)
      expect(secured, name).toBe(!PUBLIC_TABLES.includes(name))
    }
    expect(ofInstitutions().filter(({ secured }) => !secured)).toEqual([])
    // Guards against an empty list of tables.
    const names = [
      ...['audit_event', 'availability_request', 'custom_panel', 'customer_role', 'document', 'institution'],
      ...['invitation', 'membership', 'message_out', 'order_event', 'order_feedback', 'orders'],
      ...['registration_refusal', 'report', 'requisition_addition', 'sample'],
    ]
    expect(ofInstitutions().map(({ name }) => name)).toEqual(expect.arrayContaining(names))
  })

  test('a query without a filter returns the scope’s rows, and none without a scope', async () => {
    for (const { name, column } of ofInstitutions('SELECT')) {
      const owners = async (scope: string | null) => {
        const all = sql<{ at: string }>`select distinct ${sql.ref(column)} as at from ${sql.table(name)}`
        return (await as(scope, all)).rows.map(({ at }) => at).sort()
      }
      // A new table needs a row for each institution, or this shows nothing: add one above.
      for (const scope of SCOPES) expect(await owners(scope.join(',')), name).toEqual(scope)
      for (const scope of [null, '', 'NONE', '*', '%']) expect(await owners(scope), name).toEqual([])
    }
  })

  test('audit lines are found by their people only within the scope', async () => {
    const people = await asAdministrator(sql<{ key: string }>`
      select distinct unnest(people) as key from audit_event where institution_code = ${PARENT}`)
    const lines = (scope: string | null) =>
      as(
        scope,
        sql`select from lines_of_people(${PARENT}, ${people.map(({ key }) => key)}::text[], '-infinity', 'infinity')`,
      )
    expect((await lines(`${CHILD},${PARENT}`)).rows.length).toBeGreaterThan(0)
    for (const scope of [FOREIGN, CHILD, null, '', '*']) expect((await lines(scope)).rows).toEqual([])
  })

  test('users of another institution are not visible', async () => {
    const subjects = async (scope: string | null) =>
      (await as(scope, sql<{ subject: string }>`select subject from physician`)).rows.map(
        (row) => row.subject,
      )
    expect(await subjects(FOREIGN)).toEqual(['OrderSubmitter@F1'])
    expect(await subjects(PARENT)).toContain('OrderViewer@P1')
    expect(await subjects(PARENT)).not.toContain('OrderSubmitter@F1')
    expect(await subjects(null)).toEqual([])
  })

  test('an update or delete outside the scope affects no row', async () => {
    for (const table of ofInstitutions()) {
      const [name, at] = [sql.table(table.name), sql.ref(table.column)]
      const updated = await effect(sql`update ${name} set ${at} = ${at} where ${at} = ${FOREIGN}`)
      expect([0, 'refused'], `update ${table.name}`).toContain(updated)
      const deleted = await effect(sql`delete from ${name} where ${at} = ${FOREIGN}`)
      expect([0, 'refused'], `delete from ${table.name}`).toContain(deleted)
    }
    // Within the scope it changes rows: the statement itself works.
    expect(await effect(sql`update orders set institution_code = institution_code`)).toBe(1)
  })

  test('no row can be moved or inserted outside the scope', async () => {
    for (const table of ofInstitutions()) {
      const [name, at] = [sql.table(table.name), sql.ref(table.column)]
      expect(await effect(sql`update ${name} set ${at} = ${FOREIGN}`), `update ${table.name}`).toBe('refused')
      const [row] = (await as(PARENT, sql<{ row: object }>`select to_jsonb(t) as row from ${name} t limit 1`))
        .rows
      const foreign = JSON.stringify({ ...row?.row, [table.column]: FOREIGN })
      const inserted = await effect(sql`insert into ${name} overriding system value
        select * from jsonb_populate_record(null::${name}, ${foreign}::text::jsonb)`)
      expect(inserted, `insert into ${table.name}`).toBe('refused')
    }
  })

  test('every function that runs with its owner’s rights says where its tables are', async () => {
    expect(
      await asAdministrator(sql`
        select proname from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
          -- One that is parsed when it is created (begin atomic) looks for nothing later.
          and prosqlbody is null
          and not exists (select from unnest(proconfig) one where one like 'search_path=%')`),
    ).toEqual([])
  })

  test('no withdrawal under the own institution holds an order of another', async () => {
    const orders = await asAdministrator(
      sql<{ id: number; institution: string }>`select id, institution_code as institution from orders`,
    )
    const withdrawalOf = (id: number, hold: string | null) => sql`
      insert into consent_withdrawal (order_id, institution_code, patient_key, items, withdrawn_on, reason, recorded_by,
          recorded_by_name, hold_key, hold_words)
        values (${id}, ${PARENT}, 'proband', '{testing}', '2026-03-12', 'None', (select min(id) from physician),
          'Somebody', ${hold}, ${hold})`
    for (const { id, institution } of orders)
      for (const hold of ['WITHDRAWN-1', null])
        expect(await effect(withdrawalOf(id, hold)), `${institution} ${hold}`).toBe(
          institution === PARENT ? 1 : 'refused',
        )
  })
})

describe('[PERM-10] a user in their own scope', () => {
  /** Runs one statement as karyo_portal in a user's own scope, and rolls it back. */
  async function asOneself<T>(subject: string, email: string, statement: RawBuilder<T>) {
    const transaction = await portal.portal.db.startTransaction().execute()
    try {
      await sql`select set_config('karyo.subject', ${subject}, true), set_config('karyo.email', ${email}, true)`.execute(
        transaction,
      )
      return await statement.execute(transaction)
    } finally {
      await transaction.rollback().execute()
    }
  }
  const viewer = <T>(statement: RawBuilder<T>) => asOneself('OrderViewer@P1', 'viewer@demo.test', statement)
  const idOf = (subject: string) => sql`(select (actor_of(${subject}) ->> 'id')::bigint)`

  test('sees their own record, memberships and roles, and no order or other user', async () => {
    const subjects = await viewer(sql<{ subject: string }>`select subject from physician`)
    expect(subjects.rows).toEqual([{ subject: 'OrderViewer@P1' }])
    for (const [name, rows] of Object.entries({
      membership: 1,
      customer_role: 1,
      orders: 0,
      invitation: 0,
      report: 0,
    }))
      expect((await viewer(sql`select from ${sql.table(name)}`)).rows, name).toHaveLength(rows)
    const invited = sql`select from invitation`
    expect((await asOneself('new', 'somebody@demo.test', invited)).rows).toHaveLength(EVERYWHERE.length)
  })

  test('can change only their own record', async () => {
    const changed = await viewer(sql`update physician set suffix = 'X'`)
    expect(Number(changed.numAffectedRows)).toBe(1)
    await expect(viewer(sql`update physician set subject = subject`)).rejects.toMatchObject(REFUSED)
  })

  test.each([
    [
      'a record of another',
      sql`insert into physician (subject, email, first_name, last_name) values ('x', '', '', '')`,
    ],
    [
      'a role',
      sql`insert into customer_role (physician_id, institution_code, role) values (${idOf('OrderViewer@P1')}, ${PARENT}, 'SuperUser')`,
    ],
    [
      'an active membership',
      sql`insert into membership (physician_id, institution_code, status) values (${idOf('OrderViewer@P1')}, ${FOREIGN}, 'Active')`,
    ],
    [
      'a membership of another',
      sql`insert into membership (physician_id, institution_code, status) values (${idOf('OrderCreator@P1')}, ${FOREIGN}, 'WaitingForApproval')`,
    ],
    [
      'an institution that is open',
      sql`insert into institution (code, name, created_by_subject) values ('X', 'X', 'OrderViewer@P1')`,
    ],
    [
      'an audit line as another',
      sql`insert into audit_event (actor_subject, actor_name, action, entity, entity_id, request_id) values ('Support', '', '', '', '', '')`,
    ],
  ])('cannot create %s', async (_, statement) => {
    await expect(viewer(statement)).rejects.toMatchObject(REFUSED)
  })
})

test('[PERM-10] a request’s transaction sees what its access check allowed, and the next one sees none of it', async () => {
  const at = (code: string, parentCode: string | null) => ({
    ...{ id: 1, createdByUser: false, code, name: code, parentCode },
    roles: ['OrderViewer' as const],
  })
  const actor: Actor = {
    ...{ id: 1, subject: 'one', firstName: '', lastName: '', email: '', npi: '', prefix: '', suffix: '' },
    ...{ termsAccepted: true, attestationDue: false, support: false },
    ...{ status: 'Active', memberships: [at(PARENT, null), at(CHILD, PARENT)] },
  }
  const access = { kind: 'institution', permissions: ['ViewOrder'] } as const
  const setting = sql<{ now: string | null }>`select current_setting('karyo.institutions', true) as now`
  const { db } = portal.portal
  const scopeOf = (path: string[], header: string[] = []) =>
    withScope(portal.portal, authorize(actor, access, { path, header }, 'request'), async (scope) => {
      const { rows } = await setting.execute(scope.db)
      return rows[0]?.now
    })
  expect(await scopeOf([PARENT])).toBe(PARENT)
  expect(await scopeOf([CHILD])).toBe(CHILD)
  expect(await scopeOf([])).toBe(`${PARENT},${CHILD}`)
  expect(await scopeOf([], [CHILD, FOREIGN])).toBe(CHILD)
  for (const { rows } of await Promise.all(Array.from({ length: 16 }, () => setting.execute(db))))
    expect(rows[0]?.now || null).toBeNull()
})

describe('the role that serves requests', () => {
  test.each(['karyo_portal', 'karyo_worker', 'karyo_identity'])(
    '%s is no superuser, owns nothing, bypasses no policy, and is a member of no other role',
    async (role) => {
      const [found] = await asAdministrator(sql<object>`
        select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication from pg_roles where rolname = ${role}`)
      expect(Object.values(found ?? {})).toEqual([false, false, false, false, false])
      const owned = await asAdministrator(sql`
        select relname as name from pg_class where pg_get_userbyid(relowner) = ${role}
        union all select proname from pg_proc where pg_get_userbyid(proowner) = ${role}
        union all select nspname from pg_namespace where pg_get_userbyid(nspowner) = ${role}`)
      expect(owned).toEqual([])
      expect(
        await asAdministrator(sql`select from pg_auth_members where pg_get_userbyid(member) = ${role}`),
      ).toEqual([])
    },
  )

  test('may call only these functions that see more than it does', async () => {
    const functions = await asAdministrator(sql<{ name: string }>`
      select proname as name from pg_proc where prosecdef and has_function_privilege('karyo_portal', oid, 'execute')
      order by proname`)
    expect(functions.map(({ name }) => name)).toEqual([
      ...[
        'accept_invitation',
        'accept_invitation',
        'actor_of',
        'agreed_code_steps',
        'all_institutions',
        'announce_drafts',
      ],
      ...['announce_events', 'announce_order_event', 'approvers_of', 'end_sessions', 'family_code_numbers'],
      ...[
        'first_orders_of_providers',
        'forget_second_factor',
        'inherited_roles',
        'institutions_found',
        'inviter_may',
      ],
      ...[
        'is_counselor_at',
        'is_result_checked',
        'lines_of_people',
        'linked_user',
        'orders_found',
        'orders_matching',
      ],
      ...['orders_of_birthday', 'orders_of_people', 'orders_with_record_number', 'own_id'],
      ...[
        'questioned_codes',
        'questioned_orders',
        'questioned_reports',
        'readers_at',
        'redeem_cascade_code',
        'redeemed_codes',
        'roles_everywhere',
        'search_institutions',
      ],
      'step_is_agreed',
      'users_at',
      'version_of_actor',
      'withdrawn_codes',
    ])
  })

  test('cannot read accounts or create tables', async () => {
    const accounts = await asAdministrator(
      sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'identity'`,
    )
    expect(accounts.length).toBeGreaterThan(0)
    for (const { name } of accounts)
      await expect(as(PARENT, sql`select from identity.${sql.ref(name)}`)).rejects.toMatchObject(REFUSED)
    for (const schema of ['public', 'jobs'])
      await expect(as(PARENT, sql`create table ${sql.ref(schema)}.mine (id int)`)).rejects.toMatchObject(
        REFUSED,
      )
  })

  test.each(['audit_event', 'order_event'])('cannot change, delete or truncate %s', async (name) => {
    const table = sql.table(name)
    for (const { db } of [portal.portal, portal.worker])
      for (const statement of [
        sql`update ${table} set at = now()`,
        sql`delete from ${table}`,
        sql`truncate ${table}`,
      ])
        await expect(statement.execute(db)).rejects.toMatchObject(REFUSED)
  })
})
