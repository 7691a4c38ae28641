import { api as routes } from '#contract/api.ts'
import { createClient } from '#contract/client.ts'
import { ProblemError } from '#contract/errors.ts'
import type { LogLevel } from '#domain/lookups.ts'
import { createReporter } from './reports.ts'
import { stored } from './session/storage.ts'

// Not the portal's own client: a report neither renews a session nor ends it, and is never tried again.
const { log } = createClient({ log: routes.log }, (path, init) => {
  const token = stored('authToken')
  const headers = token === null ? init.headers : { ...init.headers, authorization: `Bearer ${token}` }
  return fetch(path, { ...init, headers, keepalive: true })
})

let pageNow = () => ''

const reporter = createReporter<LogLevel>({
  now: Date.now,
  send: (level, entry) => log.write({ params: { level }, body: entry }),
  where: () => pageNow(),
})

/** To the browser's console, and to the laboratory's log without anything of a patient's (specification §7, Logging). */
export function report(level: LogLevel, what: string, error: unknown): void {
  console[level === 'error' ? 'error' : 'warn'](what, error)
  reporter.report(level, what, error)
}

/** A problem that the server has answered and the page shows is no news to the log, unless it is the server's fault. */
function worthReporting(error: unknown): boolean {
  return !(error instanceof ProblemError) || error.problem.code === 'internal'
}

/** Reports from now on what nobody has caught. `page`: the pattern of the route shown, such as '/order/details/$id'. */
export function reportUncaught(page: () => string): void {
  pageNow = page
  addEventListener('error', ({ error, message }) => reporter.report('error', 'Uncaught', error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => {
    if (worthReporting(reason)) reporter.report('error', 'Uncaught in a promise', reason)
  })
}

/** For React: what a page threw while it was drawn. */
export function reportError(error: unknown): void {
  console.error(error)
  if (worthReporting(error)) reporter.report('error', 'A page could not be drawn', error)
}
