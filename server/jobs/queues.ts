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
  // Looked for twice a second (delivery.ts). An announcement would have every order's commit wait for all others.
  notify: false,
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

/**
 * What payers are asked, in any order. Tried again as mail is: somebody who orders waits for the first minutes, and after
 * five days nobody does.
 */
export const ELIGIBILITY_QUEUE = {
  name: 'eligibility',
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

/** What is done again and again (repeating.ts): what fails comes round again by itself. */
export const REPEATING_QUEUE = {
  name: 'repeating',
  policy: 'standard',
  retryLimit: 3,
  retryDelay: 60,
  retryBackoff: true,
  expireInSeconds: 600,
  heartbeatSeconds: 10,
  notify: true,
} as const satisfies Queue

/**
 * Requests for counseling that wait for the partner, in any order. Tried again after about 5, 10, 20 … seconds, then
 * every half hour, and never given up: a patient waits for a call.
 */
export const COUNSELING_QUEUE = {
  name: 'counseling',
  policy: 'standard',
  retryLimit: 1_000_000_000,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 1800,
  retentionSeconds: TEN_YEARS,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
  notify: true,
} as const satisfies Queue

export const QUEUES: readonly Queue[] = [
  LABORATORY_QUEUE,
  MAIL_QUEUE,
  ELIGIBILITY_QUEUE,
  REPEATING_QUEUE,
  COUNSELING_QUEUE,
]
