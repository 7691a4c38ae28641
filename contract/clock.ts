import { z } from 'zod'
import { HOLD_KINDS } from '#domain/orders/hold-kinds.ts'
import { FAMILY_POLICIES, TURNAROUND_STARTS, TURNAROUND_UNITS } from '#domain/turnaround/turnaround.ts'

/** What is known of an order's time besides the expected day (domain/turnaround/stored-clock.ts). */
export const orderClock = z.object({
  /** What it waits for: "the father’s sample". Empty once the time has started, and while nothing has arrived. */
  waitsFor: z.array(z.string()),
  /** For a test in hours: the instant. */
  dueAt: z.iso.datetime().nullable(),
  /** The day with the relatives' specimens, if it is later. */
  familyOn: z.string().nullable(),
  /** The laboratory gave the day itself (ORC-27). */
  isPromised: z.boolean(),
  /** How an open hold moves the day. */
  moves: z.object({
    unit: z.enum(TURNAROUND_UNITS),
    stops: z.array(z.enum(HOLD_KINDS)).readonly(),
    holidays: z.array(z.string()).readonly(),
  }),
})

/** The time of an order's test: how long it is, and when it starts. */
export const orderTurnaround = z.object({
  amount: z.number().int(),
  unit: z.enum(TURNAROUND_UNITS),
  start: z.enum(TURNAROUND_STARTS),
  family: z.enum(FAMILY_POLICIES),
})

/**
 * Of a reported order, the tests that have no final report yet, for which `expectedOn` goes on to be the day. Empty if it is not
 * known which, because the laboratory reported a test under a code that was not ordered. Left out if each test has one.
 */
export const pendingTests = z.array(z.object({ testCode: z.string(), testName: z.string() }))
