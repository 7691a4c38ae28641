import { z } from 'zod'
import { type Condition, ITEM_TYPES, OPERATORS } from '#domain/questions/questionnaire.ts'

// The elements of FHIR R4 Questionnaire that a laboratory may use (docs/questionnaires.md). Any other is refused,
// because an element that is ignored would change what is asked.

const text = (most: number) =>
  z
    .string('must be text')
    .trim()
    .min(1, 'is empty')
    .max(most, `is longer than ${most} characters`)
    // Also those that look like a space: they would be lost in a manifest's headings.
    .refine((given) => !/[\p{Cc}]/u.test(given), 'contains a control character')

/** Letters, digits, dots, hyphens and underscores: an address in the form, a code in HL7. */
const linkId = z
  .string('must be text')
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/, 'is not made of letters, digits, dots, hyphens and underscores')
const code = z
  .string('must be text')
  .regex(/^[^\s;|]+( [^\s;|]+)*$/, 'is not a code: no spaces at its ends, and no ; or |')
  .max(60, 'is longer than 60 characters')
const number = z.number('must be a number')
const coding = z.strictObject({
  system: z.url('is not a URL').optional(),
  code,
  display: text(200),
})
const unit = z.strictObject({
  system: z.literal('http://unitsofmeasure.org', 'must be http://unitsofmeasure.org (UCUM)'),
  code,
  display: text(40),
})
const quantity = z.strictObject({
  value: number,
  unit: z.string().optional(),
  system: z.literal('http://unitsofmeasure.org').optional(),
  code,
})

const EXTENSION = 'http://hl7.org/fhir/StructureDefinition/'
export const EXTENSIONS = {
  min: `${EXTENSION}minValue`,
  max: `${EXTENSION}maxValue`,
  unit: `${EXTENSION}questionnaire-unit`,
  unitOption: `${EXTENSION}questionnaire-unitOption`,
} as const

/** A date that is computed when the form is filled in: only the current date. */
const computed = z.strictObject({
  extension: z.tuple([
    z.strictObject({
      url: z.literal(`${EXTENSION}cqf-calculatedValue`),
      valueExpression: z.strictObject({
        language: z.literal('text/fhirpath'),
        expression: z.literal('today()', 'can only be today()'),
      }),
    }),
  ]),
})
const limit = {
  valueInteger: z.int('must be a whole number').optional(),
  valueDecimal: number.optional(),
  valueDate: z.iso.date('is not a date').optional(),
  _valueDate: computed.optional(),
}
const extension = z.discriminatedUnion(
  'url',
  [
    z.strictObject({ url: z.literal(EXTENSIONS.min), ...limit }),
    z.strictObject({ url: z.literal(EXTENSIONS.max), ...limit }),
    z.strictObject({ url: z.literal(EXTENSIONS.unit), valueCoding: unit }),
    z.strictObject({ url: z.literal(EXTENSIONS.unitOption), valueCoding: unit }),
  ],
  'is not an extension that the portal knows: minValue, maxValue, questionnaire-unit or questionnaire-unitOption',
)

const enableWhen = z.strictObject({
  question: z.string('must be text'),
  operator: z.enum(OPERATORS, `is not one of ${OPERATORS.join(' ')}`),
  answerBoolean: z.boolean().optional(),
  answerDecimal: number.optional(),
  answerInteger: z.int().optional(),
  answerDate: z.iso.date('is not a date').optional(),
  answerDateTime: z.iso
    .datetime({ offset: true, error: 'is not a date and time with its offset' })
    .optional(),
  answerString: z.string().optional(),
  answerCoding: z
    .strictObject({ system: z.url().optional(), code, display: z.string().optional() })
    .optional(),
  answerQuantity: quantity.optional(),
})
export type FhirCondition = z.infer<typeof enableWhen>

const answerOption = z.strictObject({ valueCoding: coding.optional(), valueString: text(200).optional() })

const itemShape = {
  linkId,
  text: text(500),
  type: z.enum(ITEM_TYPES, `is not one of ${ITEM_TYPES.join(', ')}`),
  required: z.boolean('must be true or false').optional(),
  repeats: z.boolean('must be true or false').optional(),
  code: z.array(coding).max(1, 'has more than one code').optional(),
  maxLength: z
    .int('must be a whole number')
    .min(1, 'is less than 1')
    .max(4000, 'is more than 4000')
    .optional(),
  answerOption: z.array(answerOption).min(1, 'is empty').max(200, 'has more than 200').optional(),
  enableWhen: z.array(enableWhen).min(1, 'is empty').max(20, 'has more than 20').optional(),
  enableBehavior: z.enum(['all', 'any'], 'is neither all nor any').optional(),
  extension: z.array(extension).optional(),
}

/** FHIR's own metadata, which does not change what is asked. */
const metadata = {
  name: z.unknown().optional(),
  date: z.unknown().optional(),
  publisher: z.unknown().optional(),
  contact: z.unknown().optional(),
  description: z.unknown().optional(),
  purpose: z.unknown().optional(),
  copyright: z.unknown().optional(),
  experimental: z.unknown().optional(),
  jurisdiction: z.unknown().optional(),
  language: z.unknown().optional(),
  meta: z.unknown().optional(),
  text: z.unknown().optional(),
}

const flatItem = z.strictObject(itemShape)
export type FhirItem = z.infer<typeof flatItem> & { item?: FhirItem[] | undefined }
const item: z.ZodType<FhirItem> = z.strictObject({
  ...itemShape,
  get item() {
    return z.array(item).optional()
  },
})

export const fhirQuestionnaire = z.strictObject({
  ...metadata,
  resourceType: z.literal('Questionnaire', 'is not Questionnaire'),
  id: z
    .string('must be text')
    .regex(/^[a-z][a-z0-9-]{0,39}$/, 'is not an id of lowercase letters, digits and hyphens'),
  url: z.url('is not a URL'),
  version: z
    .string('must be text')
    .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,19}$/, 'is not a version of letters, digits, dots and hyphens'),
  title: text(120),
  status: z.literal('active', 'is not active'),
  /** ServiceRequest: asked once for the order; Patient: asked of each tested person. */
  subjectType: z.tuple(
    [z.enum(['ServiceRequest', 'Patient'], 'is neither ServiceRequest nor Patient')],
    'must name one: ServiceRequest (about the order) or Patient (about each tested person)',
  ),
  item: z.array(item).min(1, 'has no items'),
})

/** The condition with its answer as answers are written. */
export function conditionOf(given: FhirCondition): Condition {
  const { question, operator, answerQuantity } = given
  const answer =
    given.answerCoding?.code ??
    given.answerString ??
    given.answerDate ??
    given.answerDateTime ??
    (given.answerBoolean ?? given.answerDecimal ?? given.answerInteger ?? answerQuantity?.value)?.toString()
  return {
    ...{ question, operator, answer: answer ?? '' },
    ...(answerQuantity ? { unit: answerQuantity.code } : {}),
  }
}
