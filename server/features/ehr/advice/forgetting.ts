import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { forgetTokens, forgetUnanswered } from './store.ts'

/** Requests that are forgotten in one minute. */
const AT_ONCE = 20_000

/** Deletes tokens of requests for advice that have expired, for nobody can use them again, and old requests without an answer. */
export function adviceForgetting({ db }: Pick<Connection, 'db'>): RepeatingWork {
  return {
    name: 'advice',
    everySeconds: 60,
    run: () => Promise.all([forgetTokens(db), forgetUnanswered(db, AT_ONCE)]).then(() => undefined),
  }
}
