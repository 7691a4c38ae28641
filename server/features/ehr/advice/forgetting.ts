import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { forgetTokens } from './store.ts'

/** Deletes tokens of requests for advice that have expired: nobody can use them again. */
export function adviceForgetting({ db }: Pick<Connection, 'db'>): RepeatingWork {
  return { name: 'advice', everySeconds: 60, run: () => forgetTokens(db) }
}
