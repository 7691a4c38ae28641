import { z } from 'zod'
import { ageWords, roughDays } from '#domain/orders/test-subjects.ts'
import { NEEDS } from '#domain/specimens/blood-history-needs.ts'
import {
  ADDITIVES,
  AMOUNT_UNITS,
  CONDITIONS,
  SPECIMEN_ROLES,
  SPECIMEN_STATES,
} from '#domain/specimens/details.ts'
import { code, list, oneOf, orEmpty, set, text, wholeNumber, yesNo } from '#server/csv/data-cells.ts'

const orNone = <T extends readonly string[]>(values: T) => oneOf(['', ...values] as ['', ...T])
const whole = orEmpty(wholeNumber, 'must be a whole number or empty')
const amount = orEmpty(
  z
    .string()
    .regex(/^\d{1,6}(\.\d{1,3})?$/)
    .transform(Number),
  'must be a number such as 3 or 0.5, or empty',
)

/** `28d=0.5|1y=1`: under 28 days 0.5 is enough, from then on and under a year 1. */
const amountsByAge = list(
  z
    .string()
    .regex(/^\d{1,3}[ymd]=\d{1,6}(\.\d{1,3})?$/, 'is not an age and an amount such as 1y=1')
    .transform((part) => {
      const [underAge = '', least = ''] = part.split('=')
      return { underAge, least: Number(least) }
    }),
)

/** The test; or empty, for all tests of `category` that have no rows of their own. */
const ofTests = { testCode: orEmpty(code, 'is not a code'), category: z.string() }

export const specimenCells = z.object({
  ...ofTests,
  role: orNone(SPECIMEN_ROLES),
  type: z.string(),
  additive: orNone(ADDITIVES),
  state: orNone(SPECIMEN_STATES),
  least: amount,
  unit: orNone(AMOUNT_UNITS),
  leastByAge: amountsByAge.default([]),
  life: whole,
  lifeUnit: oneOf(['', 'hours', 'days']),
  transitDays: whole,
  storage: orNone(CONDITIONS),
  needed: yesNo,
  refused: z.string(),
})

export const specimenRow = specimenCells
  .superRefine((row, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((row.testCode === '') === (row.category === ''))
      wrong('testCode', 'is wrong here: a row names either a test or a category')
    if (row.refused === '' && row.role === '')
      wrong('role', 'is not allowed here: only a refusal may be for every role')
    if (row.refused === '' && row.type === '')
      wrong('type', 'is not allowed here: only a refusal may be for every type')
    if (row.refused !== '' && [row.type, row.additive, row.state].every((cell) => cell === ''))
      wrong('refused', 'would refuse everything: name a type, an additive or a state')
    if (row.refused !== '' && row.needed) wrong('needed', 'contradicts the refusal')
    if ((row.least === '') !== (row.unit === ''))
      wrong('unit', 'does not go with the least amount: give both or none')
    const steps = [...row.leastByAge, ...(row.least === '' ? [] : [{ underAge: '999y', least: row.least }])]
    if (row.leastByAge.length > 0 && row.least === '')
      wrong('leastByAge', 'is wrong here: give the least amount of everybody else as well')
    if (steps.some(({ least }) => least === 0)) wrong('leastByAge', 'has an amount of nothing')
    for (const [index, next] of steps.entries()) {
      const before = steps[index - 1]
      if (!before) continue
      if (roughDays(before.underAge) >= roughDays(next.underAge))
        wrong('leastByAge', 'is not in the order of age: name the youngest first')
      else if (before.least >= next.least)
        wrong(
          'leastByAge',
          `wants ${before.least} under ${ageWords(before.underAge)}, which is no less than ${next.least} later`,
        )
    }
    if ((row.life === '') !== (row.lifeUnit === ''))
      wrong('lifeUnit', 'does not go with the life: give both or none')
  })
  .transform(({ least, life, lifeUnit, transitDays, needed, ...row }) => ({
    ...row,
    least: least === '' ? null : least,
    life: life === '' ? null : life,
    lifeUnit: lifeUnit || ('days' as const),
    transitDays: transitDays === '' ? 0 : transitDays,
    isNeeded: needed,
  }))

export const bloodHistoryCells = z.object({
  ...ofTests,
  transfusion: oneOf(NEEDS),
  transfusionDays: whole,
  transfusionRefused: yesNo,
  transplant: oneOf(NEEDS),
  transplantAdmitted: yesNo,
  bloodCancer: oneOf(NEEDS),
  instead: set(text),
})

export const bloodHistoryRow = bloodHistoryCells
  .superRefine((row, context) => {
    const wrong = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((row.testCode === '') === (row.category === ''))
      wrong('testCode', 'is wrong here: a row names either a test or a category')
    if ((row.transfusion === 'no') !== (row.transfusionDays === ''))
      wrong('transfusionDays', 'goes with the question about transfusion: give both or none')
  })
  .transform(({ transfusionDays, ...row }) => ({
    ...row,
    transfusionDays: transfusionDays === '' ? 0 : transfusionDays,
  }))

export type CatalogueSpecimen = z.output<typeof specimenRow>
export type CatalogueBloodHistory = z.output<typeof bloodHistoryRow>
