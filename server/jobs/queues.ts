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

/**
 * What waits for the mail server, in any order: one that can't be delivered holds nobody up. Tried again after about
 * 5, 10, 20 … seconds, then every hour, for some five days as mail servers do; what it carries is stale by then.
 */
export const MAIL_QUEUE = {
  name: 'mail',
  policy: 'standard',
  retryLimit: 130,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3600,
  retentionSeconds: TEN_YEARS,
  expireInSeconds: 180,
  heartbeatSeconds: 10,
  notify: true,
} as const satisfies Queue

export const QUEUES: readonly Queue[] = [LABORATORY_QUEUE, MAIL_QUEUE]
