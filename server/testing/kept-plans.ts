import { connect } from '../database/connection/connect.ts'
import type { DatabaseRole } from '../database/roles.ts'
import { authorizeSystem, type Scope, withScope } from '../database/scope.ts'
import { TEST_SECRET } from './database.ts'

/** A connection keeps a statement from the third time on; then PostgreSQL plans it five times for its values before it decides. */
const [SENT_BEFORE, TRIED] = [2, 5]
const TIMES = SENT_BEFORE + TRIED + 3

interface Kept {
  statement: string
  /** How often it was answered by the plan that is kept, and by one for its values. */
  generic: number
  custom: number
}

/**
 * Does `work` in the scope of an institution again and again on one connection. Returns the statements whose plan it keeps by
 * then, and those that it is sent as often but that are planned each time.
 */
export async function plansKept(
  url: string,
  institution: string,
  work: (scope: Scope) => Promise<unknown>,
  role: DatabaseRole = 'karyo_portal',
) {
  const connection = connect({ url, secret: TEST_SECRET, role, max: 1 })
  const authority = authorizeSystem({ id: 'one', name: 'One', institutions: [institution] }, [], 'request')
  try {
    for (let time = 0; time < TIMES; time += 1) await withScope(connection, authority, work)
    const { rows } = await connection.pool.query<Kept>(
      'select statement, generic_plans as generic, custom_plans as custom from pg_prepared_statements',
    )
    return {
      kept: rows.filter(({ generic }) => generic > 0).map(({ statement }) => statement),
      planned: rows.filter(({ custom }) => custom > TRIED).map(({ statement }) => statement),
    }
  } finally {
    await connection.close()
  }
}
