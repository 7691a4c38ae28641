import { z } from 'zod'
import { CASCADE_STATES, FINDING_INHERITANCES, NEW_MUTATIONS } from '#domain/family/cascade/finding.ts'
import { RELATIVE_STATES } from '#domain/family/cascade/relatives.ts'
import { RECORDED_STEPS, TOLD_WAYS, VISIBLE_TO_FAMILY } from '#domain/family/cascade/steps.ts'
import { LETTER_LANGUAGE_TAGS } from '#domain/family/letter/language-names.ts'
import { VARIANT_CLASSES, VARIANT_KINDS } from '#domain/orders/known-variants.ts'
import { instant } from './people.ts'
import { routes } from './route.ts'
import { filled, short } from './texts.ts'

const hospital = z.string().min(1).max(20)
const number = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER)
const ofFamily = z.object({ hospital, id: number })
const ofFinding = z.object({ hospital, id: number, findingId: number })
const view = { kind: 'institution', permissions: ['ViewOrder'], at: ['hospital'] } as const
const change = { kind: 'institution', permissions: ['CreateOrder'], at: ['hospital'] } as const
const member = z.string().min(1).max(40)
const day = z.iso.date({ error: 'Write a day as 2026-05-17.' })
const count = z.number().int()
const variantClass = z.enum(VARIANT_CLASSES)

const variant = z.strictObject({
  kind: z.enum(['', ...VARIANT_KINDS]),
  gene: short(40),
  hgncId: short(30),
  transcript: short(60),
  cdna: short(500),
  protein: short(500),
  genomic: short(500),
  asWritten: short(500),
})

const testingWindow = z.object({
  /** The last day, and how many are left: 0 on it, negative afterwards. */
  ...{ endsOn: z.iso.date(), daysLeft: count },
  until: z.enum(['ordered', 'received']),
  who: z.enum(['blood', 'first degree']),
  /** How many more relatives; null for any number. */
  placesLeft: count.nullable(),
})
/** A test that the laboratory offers to relatives for this variant; without a window at its price. */
const familyOffer = z.object({
  testCode: z.string(),
  testName: z.string(),
  window: testingWindow.nullable(),
})

const chance = z.object({ one: z.number(), all: z.number() }).nullable()
const recorded = z.object({
  kind: z.string(),
  on: z.iso.date(),
  /** How they were told; what was noted. */
  ...{ way: z.string(), words: z.string() },
  by: z.string(),
})

const relative = z.object({
  member,
  /** Their name, or what they are to the person in whom it was found. */
  name: z.string(),
  /** What they are to the person in whom it was found: `maternal aunt`. */
  relation: z.string(),
  degree: count,
  /** To have the finding, between 0 and 1, after all results that may be seen; null: no number can be given. */
  chance,
  /** Tested, the identical twin of somebody who was, or sure to inherit it: others are expected to have it, unless it is new. */
  isCertain: z.boolean(),
  state: z.enum(RELATIVE_STATES),
  isOpen: z.boolean(),
  /** Oldest first. */
  steps: z.array(recorded),
  /** What they agreed that this clinic sees of their test; null: nobody asked. */
  agreed: z.object({ shows: z.enum(VISIBLE_TO_FAMILY), on: z.iso.date(), words: z.string() }).nullable(),
  /** The last day of a code that was given and is still valid. */
  codeUntil: z.iso.date().nullable(),
})

const finding = z.object({
  id: count,
  member,
  /** The order whose report it was taken from; null: typed. */
  orderId: count.nullable(),
  variants: z.array(variant),
  copies: z.array(count),
  inheritance: z.enum(FINDING_INHERITANCES),
  isAdultOnset: z.boolean(),
  condition: z.string(),
  variantClass,
  laboratory: z.string(),
  reportedOn: z.iso.date(),
  /** Since when the laboratory does not report it any more; null: it does. */
  withdrawnOn: z.iso.date().nullable(),
  /** The laboratory is checking its report: nothing may be done by it, and no test is offered. */
  isQuestioned: z.boolean(),
  addedAt: instant,
  addedBy: z.string(),
  /**
   * `contradiction`: the results do not fit together; the laboratory is to be called. `copies unknown`: of a recessive finding
   * nobody said whether its person has one copy or both.
   */
  state: z.enum(CASCADE_STATES),
  /** What the results say if they fit only with a new mutation; null if they fit without. */
  newMutation: z.enum(NEW_MUTATIONS).nullable(),
  relatives: z.array(relative),
  /** Each is one of `atRisk`: those alive, and of age if the condition begins in adults. */
  coverage: z.object({
    ...{ atRisk: count, told: count, codeGiven: count, redeemed: count, tested: count, positive: count },
  }),
  /** Whose test tells the others most, best first, at most three. */
  next: z.array(z.object({ member, tells: z.array(member), reason: z.string() })),
  /** Which steps opened and closed, and why, oldest first. */
  changes: z.array(
    z.object({ on: z.iso.date(), reason: z.string(), opened: z.array(member), closed: z.array(member) }),
  ),
  offers: z.array(familyOffer),
})

const cascade = z.object({
  familyId: count,
  familyName: z.string(),
  /** Everybody, by name or by what they are to the proband. */
  people: z.array(z.object({ member, name: z.string() })),
  /** Oldest first. */
  findings: z.array(finding),
})
export type CascadeView = z.infer<typeof cascade>
export type CascadeFinding = z.infer<typeof finding>
export type CascadeRelativeView = z.infer<typeof relative>

/** Findings of a family, and what is done for the relatives whom they concern. */
export const familyCascadeRoutes = routes({
  get: {
    method: 'GET',
    path: '/api/Families/{hospital}/{id}/cascade',
    summary: 'A family’s findings with each relative’s chance and step, from what the reader may see',
    access: view,
    params: ofFamily,
    reply: cascade,
    cost: 'search',
    errors: [],
  },
  reported: {
    method: 'GET',
    path: '/api/Families/{hospital}/{id}/reported-variants',
    summary: 'The variants that the reports of one order list as found, to make one a finding of the family',
    access: change,
    params: ofFamily,
    query: z.object({ orderId: number }),
    reply: z.array(
      z.object({
        reportId: count,
        variantKey: z.string(),
        /** Whose, in words, if not the patient's. */
        person: z.string(),
        testName: z.string(),
        reportedOn: z.iso.date(),
        variant,
        /** The laboratory’s words. */
        description: z.string(),
        /** Null: not one of the five. */
        variantClass: variantClass.nullable(),
        zygosity: z.string(),
      }),
    ),
    errors: [],
  },
  addFinding: {
    method: 'POST',
    path: '/api/Families/{hospital}/{id}/findings',
    summary: 'Make a reported or typed variant a finding of the family',
    access: change,
    params: ofFamily,
    body: z.strictObject({
      /** Made by the client, one for each intended finding: a retried request finds the one it has made. */
      findingKey: z.uuid(),
      member: z.string().min(1, 'Choose in whom it was found.').max(40),
      /** From a report: its variants, class, laboratory and day are taken from it. */
      report: z
        .strictObject({
          orderId: z.number().int().positive(),
          reportId: z.number().int().positive(),
          variantKeys: z.array(z.string().max(100)).min(1).max(2, 'A finding has at most two variants.'),
        })
        .nullable(),
      variants: z.array(variant).max(2, 'A finding has at most two variants.').default([]),
      variantClass: variantClass.default('Uncertain significance'),
      laboratory: short(200).default(''),
      reportedOn: day.nullable().default(null),
      copies: z.array(count.min(0).max(2)).max(2).default([]),
      inheritance: z.enum(FINDING_INHERITANCES),
      isAdultOnset: z.boolean(),
      condition: short(200),
      /** The person agreed that the finding is used for the family: when, and to whom. */
      agreed: z.strictObject({ on: day, words: filled(500, 'Note to whom they said so.') }),
    }),
    reply: cascade,
    status: 201,
    errors: ['invalid-fields', 'report-withdrawn'],
  },
  changeClass: {
    method: 'PUT',
    path: '/api/Families/{hospital}/{id}/findings/{findingId}/class',
    summary: 'Record that a finding has another class; steps open and close by it',
    access: change,
    params: ofFinding,
    body: z.strictObject({
      ...{ variantClass, on: day, words: short(500).default('') },
      /** Of each variant in the person with the finding, where nobody had counted them; it does not change known ones. */
      copies: z.array(z.number().int().min(0).max(2)).max(2).default([]),
    }),
    reply: cascade,
    errors: ['invalid-fields'],
  },
  record: {
    method: 'POST',
    path: '/api/Families/{hospital}/{id}/findings/{findingId}/steps',
    summary: 'Record what was done about a relative, or became of them',
    access: change,
    params: ofFinding,
    body: z
      .strictObject({
        member,
        kind: z.enum(RECORDED_STEPS),
        on: day,
        way: z.enum(['', ...TOLD_WAYS]).default(''),
        words: short(500).default(''),
        /** Of a positive result: copies of each variant; empty if nobody counted. */
        copies: z.array(count.min(0).max(2)).max(2).default([]),
      })
      .refine(({ kind, way }) => kind !== 'told' || way !== '', {
        path: ['way'],
        error: 'Choose how they were told.',
      }),
    reply: cascade,
    errors: ['invalid-fields'],
  },
  agree: {
    method: 'POST',
    path: '/api/Families/{hospital}/{id}/consents',
    summary: 'Record what a person agreed that their family’s clinic sees of their test',
    access: change,
    params: ofFamily,
    body: z.strictObject({
      member,
      shows: z.enum(VISIBLE_TO_FAMILY),
      on: day,
      words: filled(500, 'Note to whom they said so.'),
    }),
    reply: cascade,
    errors: ['invalid-fields'],
  },
  letter: {
    method: 'POST',
    path: '/api/Families/{hospital}/{id}/findings/{findingId}/letters',
    summary: 'Write the letter to one relative, with a code of one use; or preview it without one',
    access: change,
    params: ofFinding,
    body: z.strictObject({
      member,
      language: z.enum(LETTER_LANGUAGE_TAGS),
      /** Whom it greets; it is not kept. */
      recipient: short(120).default(''),
      /** What the person in whom it was found agreed that this relative reads. */
      names: z.strictObject({ name: z.boolean(), relation: z.boolean(), illness: z.boolean() }),
      isPreview: z.boolean(),
    }),
    reply: z.object({
      /** A page of its own. */
      html: z.string(),
      /** The code, which is seen now only; null in a preview. */
      code: z.string().nullable(),
      codeUntil: z.iso.date(),
    }),
    errors: ['invalid-fields', 'report-questioned'],
  },
})

const redeemed = z.object({
  id: count,
  variants: z.array(variant),
  inheritance: z.enum(FINDING_INHERITANCES),
  variantClass,
  laboratory: z.string(),
  offers: z.array(familyOffer),
  usedAt: instant,
  /** What the person agreed that the family’s clinic learns. */
  tells: z.enum(VISIBLE_TO_FAMILY),
  /** The draft or order that was begun from it and is not cancelled. */
  orderId: count.nullable(),
  /** The report of the variant is not valid any more, or the family’s clinic removed the finding: nothing can be ordered. */
  isWithdrawn: z.boolean(),
  /** The laboratory is checking that report: nothing can be ordered for it until it has decided. */
  isQuestioned: z.boolean(),
})

export type RedeemedCode = z.infer<typeof redeemed>

/** Codes that relatives bring from another clinic: what was found in their family, and nothing of the family. */
export const familyCodesRoutes = routes({
  list: {
    method: 'GET',
    path: '/api/FamilyCodes/{hospital}',
    summary: 'What the codes redeemed at an institution say, last redeemed first',
    access: change,
    params: z.object({ hospital }),
    reply: z.array(redeemed),
    errors: [],
  },
  redeem: {
    method: 'POST',
    path: '/api/FamilyCodes/{hospital}',
    summary: 'Redeem the code that a person brought; it works once',
    access: change,
    params: z.object({ hospital }),
    body: z.strictObject({
      code: z.string().max(40),
      isBrought: z.literal(true, 'Confirm that the person before you brought this code.'),
      tells: z.enum(VISIBLE_TO_FAMILY),
    }),
    reply: redeemed,
    status: 201,
    errors: ['code-unknown'],
    perMinute: 60,
  },
  tell: {
    method: 'PUT',
    path: '/api/FamilyCodes/{hospital}/{id}/tells',
    summary: 'Record what the person now agrees that the family’s clinic learns',
    access: change,
    params: ofFamily,
    body: z.strictObject({ tells: z.enum(VISIBLE_TO_FAMILY) }),
    reply: redeemed,
    errors: [],
  },
  order: {
    method: 'POST',
    path: '/api/FamilyCodes/{hospital}/{id}/order',
    summary: 'Begin the order of a redeemed code, with its variant; or find the one that was begun',
    access: change,
    params: ofFamily,
    body: z.strictObject({
      /** Made by the client, one for each intended order. */
      draftKey: z.uuid(),
      /** One of the code’s offers. */
      testCode: z.string().min(1).max(40),
    }),
    reply: z.object({ orderId: count }),
    status: 201,
    errors: ['report-questioned', 'invalid-fields', 'wrong-state', 'not-offered'],
  },
})
