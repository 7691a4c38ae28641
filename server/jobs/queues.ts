import type { Queue } from 'pg-boss'

export const JOB_SCHEMA = 'jobs'

const TEN_YEARS = 10 * 365 * 24 * 3600

/**
 * What waits for the laboratory. Strictly in the order in which it was written: a message that can't be delivered
 * holds back those behind it until it is. It is never given up and never deleted for its age; a worker that was
 * killed in the middle is noticed by its missing heartbeat.
 */
export const LABORATORY_QUEUE = {
  name: 'laboratory',
  policy: 'key_strict_fifo',
  retryLimit: 1_000_000_000,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 15,
  retentionSeconds: TEN_YEARS,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  notify: true,
} as const satisfies Queue

export const QUEUES: readonly Queue[] = [LABORATORY_QUEUE]
