import { z } from 'zod'
import type { Answer } from '#domain/orders/answers.ts'
import { MOST_CHARACTERS, MOST_VALUES } from '#domain/questions/check.ts'
import { ITEM_TYPES, type Item, OPERATORS, type Questionnaire } from '#domain/questions/questionnaire.ts'

const coding = z.object({ system: z.string(), code: z.string(), display: z.string() })

const item: z.ZodType<Item, Item> = z.object({
  linkId: z.string(),
  text: z.string(),
  type: z.enum(ITEM_TYPES),
  required: z.boolean(),
  repeats: z.boolean(),
  /** LOINC, or another system's code. */
  code: coding.exactOptional(),
  maxLength: z.number().int().exactOptional(),
  /** A number, an ISO date, or `today`. */
  min: z.string().exactOptional(),
  max: z.string().exactOptional(),
  units: z.array(z.object({ code: z.string(), display: z.string() })).exactOptional(),
  options: z.array(coding).exactOptional(),
  enableWhen: z
    .array(
      z.object({
        question: z.string(),
        operator: z.enum(OPERATORS),
        answer: z.string(),
        unit: z.string().exactOptional(),
      }),
    )
    .exactOptional(),
  enableBehavior: z.enum(['all', 'any']).exactOptional(),
  get items() {
    return z.array(item).exactOptional()
  },
})

/** One version of the laboratory's own questions (docs/questionnaires.md). */
export const questionnaire: z.ZodType<Questionnaire, Questionnaire> = z.object({
  id: z.string(),
  url: z.string(),
  version: z.string(),
  title: z.string(),
  about: z.enum(['order', 'person']),
  items: z.array(item),
})

const key = z.string().min(1).max(40)

/** The order document's answers; a draft may hold anything that fits the shape. */
export const answers: z.ZodType<Answer[], Answer[]> = z
  .array(
    z.strictObject({
      questionnaire: key,
      version: z.string().min(1).max(20),
      linkId: z.string().min(1).max(60),
      patient: key.exactOptional(),
      values: z
        .array(
          z.strictObject({
            value: z.string().max(MOST_CHARACTERS, { error: `At most ${MOST_CHARACTERS} characters.` }),
            unit: z.string().max(60).exactOptional(),
            isOwnWords: z.boolean().exactOptional(),
            documentId: z.number().int().positive().exactOptional(),
          }),
        )
        .max(MOST_VALUES, { error: `At most ${MOST_VALUES} entries.` }),
    }),
  )
  .max(1000, { error: 'At most 1000 entries.' })
