import { z } from 'zod'
import { CHART_RESOURCES } from '#domain/ehr/chart.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'

const chartResource = z.enum(CHART_RESOURCES)

/** What became of opening a launch. */
const opened = z.discriminatedUnion('state', [
  /** `submitted`: the order that the launch was made from is with the laboratory already. */
  z.object({
    state: z.literal('opened'),
    hospitalCode: z.string(),
    orderId: z.number().int(),
    submitted: z.boolean(),
  }),
  /** The hospital's user has no account here yet. `signedIn`: whether the user has proven who they are since. */
  z.object({
    state: z.literal('link'),
    hospitalName: z.string(),
    /** Who the hospital says has launched; '' if it gives no name. */
    launchedBy: z.string(),
    signedIn: z.boolean(),
  }),
  /** The launch is another user's than the one who is signed in. */
  z.object({ state: z.literal('other-user'), hospitalName: z.string() }),
])
export type OpenedLaunch = z.infer<typeof opened>

const filled = z.object({ path: z.string(), value: z.string(), from: chartResource })
const condition = z.object({
  /** ICD-10-CM; '' for words alone. */
  ...{ code: z.string(), words: z.string() },
  ofVisit: z.boolean(),
})

/** Launches from a hospital's record system. */
export const launchesRoutes = routes({
  open: {
    method: 'POST',
    path: '/api/launches/{launch}/open',
    summary: 'Open a launch from a hospital’s record system as a draft; link its user the first time',
    access: { kind: 'institution', permissions: ['CreateOrder'] },
    params: z.object({ launch: z.uuid() }),
    body: z.strictObject({
      /** What the launched browser keeps. */
      proof: z.string().regex(/^[\w-]{43}$/),
      /** Whether the user confirms that they are who launched. */
      link: z.boolean(),
    }),
    reply: opened,
    errors: ['not-found', 'forbidden', 'not-offered', 'version-conflict'],
  },
  ofDraft: {
    method: 'GET',
    path: '/api/Orders/{hospital}/{id}/chart',
    summary:
      'What launches from a hospital’s record system wrote into an order, and the diagnoses of the chart',
    access: { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] },
    params: z.object({
      hospital: z.string().min(1).max(20),
      id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER),
    }),
    reply: z.object({
      /** Null if no launch wrote into it. */
      chart: z
        .object({
          ...{ hospitalName: z.string(), launchedAt: instant },
          filled: z.array(filled),
          conditions: z.array(condition),
          notRead: z.array(chartResource),
        })
        .nullable(),
    }),
    errors: ['not-found'],
  },
})
