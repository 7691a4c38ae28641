import type { Connection } from '#server/database/connection/connect.ts'
import type { RepeatingWork } from '#server/jobs/repeating.ts'
import { forgetCharts } from './store.ts'

/** Deletes launches that nobody opened in time: the chart is the hospital's. */
export function launchForgetting({ db }: Pick<Connection, 'db'>): RepeatingWork {
  return { name: 'launches', everySeconds: 60, run: () => forgetCharts(db) }
}
