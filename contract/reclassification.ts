import { z } from 'zod'
import { CONTACT_WAYS, RECLASSIFICATION_STEPS, REMAINING_STEPS } from '#domain/follow-up/reclassification.ts'
import { followUpWithTrail } from './follow-up.ts'
import { instant } from './people.ts'
import { reportChanges } from './report-changes.ts'
import { routes } from './route.ts'

const hospital = z.string().min(1).max(20)
const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['h'] } as const
const count = z.number().int()

const letter = z.object({
  /** Names it in its address. */
  id: count,
  at: instant,
  by: z.string(),
  to: z.enum(['patient', 'relative']),
  /** As the clinic listed them: `Brother`; '' for the patient. */
  relation: z.string(),
  /** It was made of an earlier version of the report: it must not be sent any more. */
  isOutdated: z.boolean(),
})

const reclassification = followUpWithTrail.extend({
  /** What changed; null if the laboratory has withdrawn the report since. */
  changes: reportChanges.nullable(),
  /** What the patient answered to being contacted about new knowledge. */
  wish: z.enum(['yes', 'no', 'not-asked']),
  days: z.object({ ordererDue: z.iso.date(), patientDue: z.iso.date() }),
  progress: z.object({
    isOrdererTold: z.boolean(),
    patient: z.enum(['open', 'told', 'refused', 'unreachable']),
    /** Attempts to reach the patient, and how many there have to be before they count as unreachable. */
    tries: count,
    triesNeeded: count,
    relatives: z
      .array(
        z.object({
          ...{ key: z.string(), relation: z.string() },
          ...{ isTold: z.boolean(), isTested: z.boolean(), hasDeclined: z.boolean() },
        }),
      )
      .readonly(),
    areRelativesListed: z.boolean(),
    remaining: z.array(z.enum(REMAINING_STEPS)).readonly(),
  }),
  letters: z.array(letter),
})
export type ReclassificationView = z.infer<typeof reclassification>

const revision = z.number().int().positive()
const statement = z.string().trim().max(2000)
/** Why the patient was contacted who does not want it. */
const against = z.string().trim().max(500).default('')
const relative = z.string().regex(/^r\d{1,3}$/)

/** A reclassification that a person sees through: its steps are statements, and only a statement closes it. */
export const reclassificationRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/reclassifications/{h}/{id}',
    summary: 'A reclassification: what changed, what was done about it, and its letters',
    access: view,
    params: z.object({ h: hospital, id }),
    reply: reclassification,
    errors: [],
  },
  step: {
    method: 'POST',
    path: '/api/reclassifications/{h}/{id}/steps',
    summary:
      'Record a step of a reclassification: orderer or patient told, attempts to reach them, relatives and what became of them',
    access: view,
    params: z.object({ h: hospital, id }),
    body: z
      .strictObject({
        /** The `revision` that the user has seen. */
        revision,
        step: z.enum(RECLASSIFICATION_STEPS).exclude(['letter']),
        /** How somebody was told or tried. */
        way: z.enum(CONTACT_WAYS).nullable().default(null),
        /** Of a listed relative. */
        relative: relative.nullable().default(null),
        /** Who is listed: `Brother`, `Paternal aunt`. Not a name. */
        relation: z.string().trim().max(60).default(''),
        words: statement.default(''),
        against,
      })
      .refine(({ step, relation }) => step !== 'relative-listed' || relation !== '', {
        path: ['relation'],
        error: 'Describe how they are related to the patient.',
      })
      .refine(
        ({ step, way }) =>
          way !== null ||
          !['orderer-told', 'patient-told', 'patient-not-reached', 'relative-told'].includes(step),
        { path: ['way'], error: 'Choose how.' },
      ),
    reply: reclassification,
    errors: ['wrong-state', 'follow-up-changed'],
  },
  writeLetter: {
    method: 'POST',
    path: '/api/reclassifications/{h}/{id}/letters',
    summary: 'Make a letter to the patient or a listed relative from the laboratory’s template',
    access: view,
    params: z.object({ h: hospital, id }),
    body: z.strictObject({
      revision,
      /** Null: to the patient. */
      relative: relative.nullable(),
      /** To whom a relative’s letter is addressed. */
      recipient: z.string().trim().max(120).default(''),
      /** How the patient permitted that this relative learns whose result it is; '': they are not named. */
      permission: z.string().trim().max(500).default(''),
      against,
    }),
    reply: reclassification,
    errors: ['wrong-state', 'follow-up-changed', 'report-withdrawn'],
  },
  letter: {
    method: 'GET',
    path: '/api/reclassifications/{h}/{id}/letters/{letterId}',
    summary: 'A letter that was made, as a PDF',
    access: view,
    params: z.object({ h: hospital, id, letterId: id }),
    reply: { file: true },
    errors: ['report-withdrawn'],
  },
  close: {
    method: 'POST',
    path: '/api/reclassifications/{h}/{id}/close',
    summary: 'Close a reclassification as its owner, with a statement; nothing else closes it',
    access: view,
    params: z.object({ h: hospital, id }),
    body: z.strictObject({
      revision,
      statement: statement.min(1, 'Describe how this was seen through.'),
      /** Steps remain, and the statement says why they are not needed. */
      isIncomplete: z.boolean().default(false),
    }),
    reply: reclassification,
    errors: ['wrong-state', 'follow-up-changed'],
  },
})
