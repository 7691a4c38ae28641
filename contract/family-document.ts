import { z } from 'zod'
import { readIsoDate } from '#domain/dates/dates.ts'
import type { FamilyChange } from '#domain/family/change.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { short } from './texts.ts'

/** Limits of one family: larger ones are several families. */
const MOST_PEOPLE = 300
const MOST_EVALUATIONS = 1_000

const key = z.string().regex(/^[a-z0-9-]{1,40}$/i, { error: 'A key has letters, digits and hyphens only.' })
const noKey = z.union([key, z.literal('')])
const name = short(100)
const text = short(2_000)
/** A year, a month or a day. */
const partialDate = z
  .string()
  .regex(/^(\d{4}(-\d\d(-\d\d)?)?)?$/, { error: 'Enter a year, a month (1990-05) or a day (1990-05-17).' })
  .refine((value) => value === '' || readIsoDate(`${value}-01-01`.slice(0, 10)) !== null, {
    error: 'This date does not exist.',
  })
const day = z.union([z.iso.date({ error: 'Write a day as 1990-05-17.' }), z.literal('')])
const childlessness = z.strictObject({
  kind: z.enum(['', 'choice', 'unknown', 'infertile']),
  reason: short(200),
})

const member = z.strictObject({
  key,
  isProband: z.boolean(),
  isConsultand: z.boolean(),
  firstName: name,
  lastName: name,
  gender: z.enum(['man', 'woman', 'nonbinary', '']),
  sexAtBirth: z.enum(['Male', 'Female', 'Unassigned', '']),
  karyotype: short(40),
  born: partialDate,
  age: z
    .strictObject({
      value: z.int().min(0).max(150),
      unit: z.enum(['years', 'months', 'weeks']),
      isApproximate: z.boolean(),
    })
    .nullable(),
  life: z.enum(['alive', 'dead', '']),
  diedOn: partialDate,
  causeOfDeath: short(200),
  count: z.union([z.int().min(2).max(99), z.literal('n')]).nullable(),
  pregnancy: z
    .strictObject({
      state: z.enum(['ongoing', 'stillbirth', 'miscarriage', 'termination', 'ectopic']),
      weeks: z.int().min(0).max(45).nullable(),
      dueDate: day,
    })
    .nullable(),
  parents: z
    .array(z.strictObject({ union: key, how: z.enum(['birth', 'adopted', 'foster', 'step']) }))
    .max(4),
  isAdoptedOut: z.boolean(),
  hasUnknownParents: z.boolean(),
  eggFrom: noKey,
  spermFrom: noKey,
  carriedBy: noKey,
  twins: z.strictObject({ group: key, kind: z.enum(['identical', 'fraternal', 'unknown']) }).nullable(),
  birthOrder: z.int().min(0).max(100_000),
  childlessness,
  conditions: z
    .array(
      z.strictObject({
        entry: key,
        status: z.enum(['affected', 'unaffected', 'possible']),
        onset: short(40),
        certainty: z.enum(['told', 'documented']),
        notes: text,
      }),
    )
    .max(20),
  mayContact: z.enum(['yes', 'no', '']),
  leftOf: noKey,
  notes: text,
})

const union = z.strictObject({
  key,
  partners: z
    .array(key)
    .min(1)
    .max(2)
    .refine(([one, other]) => one !== other, { error: 'Two partners are two people.' }),
  hasEnded: z.boolean(),
  isMarriage: z.boolean(),
  relatedAs: short(100),
  childlessness,
})

const legendEntry = z.strictObject({
  key,
  name: short(200),
  code: short(40),
  fill: z.enum(['solid', 'hatched', 'dotted', 'barred']),
  part: z.union([z.literal('whole'), z.literal(0), z.literal(1), z.literal(2), z.literal(3)]),
})

const evaluation = z.strictObject({
  key,
  member: key,
  what: short(200),
  result: z.enum(['positive', 'negative', 'uninformative']),
  copies: z.array(z.int().min(0).max(2)).max(2),
  on: day,
  finding: short(40),
})

const ownFields = {
  informant: short(200),
  takenOn: day,
  ancestry: z.strictObject({ maternal: short(200), paternal: short(200) }),
  notes: short(10_000),
}

/** A family as stored (domain/family/document.ts). */
export const familyDocument: z.ZodType<FamilyDocument, FamilyDocument> = z.strictObject({
  people: z.array(member).max(MOST_PEOPLE, { error: `At most ${MOST_PEOPLE} people.` }),
  unions: z.array(union).max(MOST_PEOPLE),
  legend: z.array(legendEntry).max(30),
  evaluations: z.array(evaluation).max(MOST_EVALUATIONS),
  ...ownFields,
})

/** A row whole, or the fields of it that change; null if it is not there. It keeps its key. */
const rowChange = <List extends string, Row extends z.ZodObject>(list: List, row: Row) =>
  z
    .strictObject({
      list: z.literal(list),
      key,
      before: z.union([row.partial(), z.null()]),
      after: z.union([row.partial(), z.null()]),
    })
    .refine(
      (change) => [change.before, change.after].every((one) => (one?.key ?? change.key) === change.key),
      {
        error: 'A row keeps its key.',
      },
    )

/** One action’s change (domain/family/change.ts): what it found, and what it leaves. */
export const familyChange: z.ZodType<FamilyChange, FamilyChange> = z.strictObject({
  rows: z
    .array(
      z.discriminatedUnion('list', [
        rowChange('people', member),
        rowChange('unions', union),
        rowChange('legend', legendEntry),
        rowChange('evaluations', evaluation),
      ]),
    )
    .max(1_000),
  fields: z
    .array(
      z.discriminatedUnion('name', [
        fieldChange('informant'),
        fieldChange('takenOn'),
        fieldChange('ancestry'),
        fieldChange('notes'),
      ]),
    )
    .max(4),
})

function fieldChange<Name extends keyof typeof ownFields>(field: Name) {
  const value = ownFields[field]
  return z.strictObject({ name: z.literal(field), before: value, after: value })
}
