import { z } from 'zod'
import {
  CONTACT_WAYS,
  needsWay,
  RECLASSIFICATION_STEPS,
  RECONTACT_WISHES,
  REMAINING_STEPS,
} from '#domain/follow-up/reclassification.ts'
import { beingChecked } from './being-checked.ts'
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
  /** To a patient who does not want to be contacted, and was not when it was made, or no reason was given: the same. */
  isAgainstWish: z.boolean(),
})

/** A statement of who recorded it. */
const step = z.object({
  /** Of its line in the trail. */
  id: count,
  at: instant,
  by: z.string(),
  step: z.enum(RECLASSIFICATION_STEPS),
  way: z.enum(CONTACT_WAYS).nullable(),
  /** The listed relative’s key and relation; '' if it is about nobody listed. */
  relative: z.string(),
  relation: z.string(),
  words: z.string(),
  /** Why the patient was contacted who did not want it; '' otherwise. */
  against: z.string(),
  /** About a version before the present one: whoever was told then is to be told again. */
  isEarlier: z.boolean(),
})

const reclassification = followUpWithTrail.extend({
  /**
   * What changed; null if the laboratory has withdrawn the report since, or is checking it and the reader did not ask for it
   * (`beingChecked`).
   */
  changes: reportChanges.nullable(),
  /** The laboratory is checking whether the report is correct: no letter can be made, and none that was made is to be sent. */
  isQuestioned: z.boolean(),
  /** What the patient answered to being contacted about new knowledge, and the words that they answered; '' if not known. */
  wish: z.enum(RECONTACT_WISHES),
  wishAsked: z.string(),
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
  steps: z.array(step),
  letters: z.array(letter),
})
export type ReclassificationView = z.infer<typeof reclassification>

const letterText = z.object({ title: z.string(), paragraphs: z.array(z.string()).readonly() })

const revision = z.number().int().positive()
const statement = z.string().trim().max(2000)
/** Why the patient was contacted who does not want it. */
const against = z.string().trim().max(500).default('')
const relative = z.string().regex(/^r\d{1,3}$/)
/** Names the request: the same statement sent again, by a second click or after a lost answer, is recorded once. */
const requestKey = z.uuid().optional()
const letterBody = z.strictObject({
  revision,
  requestKey,
  /** Null: to the patient. */
  relative: relative.nullable(),
  /** To whom a relative’s letter is addressed. */
  recipient: z.string().trim().max(120).default(''),
  /** How the patient permitted that this relative learns whose result it is; '': they are not named. */
  permission: z.string().trim().max(500).default(''),
  against,
})

/** A reclassification that a person sees through: its steps are statements, and only a statement closes it. */
export const reclassificationRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/reclassifications/{h}/{id}',
    summary: 'A reclassification: what changed, what was done about it, and its letters',
    access: view,
    params: z.object({ h: hospital, id }),
    query: z.object({ beingChecked }),
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
        requestKey,
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
      .refine(({ step, way }) => way !== null || !needsWay(step), { path: ['way'], error: 'Choose how.' })
      .refine(({ step, way }) => way !== 'read-here' || step === 'orderer-told', {
        path: ['way'],
        error: 'Only the ordering provider reads the report here.',
      }),
    reply: reclassification,
    errors: ['wrong-state', 'follow-up-changed'],
  },
  writeLetter: {
    method: 'POST',
    path: '/api/reclassifications/{h}/{id}/letters',
    summary: 'Make a letter to the patient or a listed relative from the laboratory’s template',
    access: view,
    params: z.object({ h: hospital, id }),
    body: letterBody,
    reply: reclassification,
    errors: ['wrong-state', 'follow-up-changed', 'report-withdrawn', 'report-questioned'],
  },
  previewLetter: {
    method: 'POST',
    path: '/api/reclassifications/{h}/{id}/letters/preview',
    summary: 'The words of a letter that is not made yet',
    access: view,
    params: z.object({ h: hospital, id }),
    body: letterBody,
    reply: letterText,
    errors: ['wrong-state', 'follow-up-changed', 'report-withdrawn', 'report-questioned'],
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
