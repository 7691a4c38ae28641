import { PgBoss } from 'pg-boss'
import { clientConfig } from '../database/connection/hosts.ts'
import { JOB_SCHEMA } from './queues.ts'

/**
 * The durable queue, on connections of karyo_worker (`url`). A job whose worker was killed is noticed by its missing
 * heartbeat, which is looked for every few seconds.
 */
export async function startBoss(url: string, onError: (error: Error) => void): Promise<PgBoss> {
  const boss = new PgBoss({
    ...clientConfig(url),
    schema: JOB_SCHEMA,
    max: 4,
    migrate: false,
    createSchema: false,
    schedule: false,
    useListenNotify: true,
    superviseIntervalSeconds: 3,
    monitorIntervalSeconds: 3,
  })
  boss.on('error', onError)
  await boss.start()
  return boss
}
