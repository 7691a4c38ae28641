import { z } from 'zod'
import { SPECIMEN_TYPES } from '#domain/lookups.ts'
import { readGestationalAge } from '#domain/orders/gestational-age.ts'
import { SUBJECT_KINDS } from '#domain/orders/subject.ts'
import { AGE, type GestationLimits, type TestSubjects } from '#domain/orders/test-subjects.ts'
import { code, list, orEmpty } from '#server/csv/data-cells.ts'

const age = orEmpty(z.string().regex(AGE), 'is not an age such as 18y, 6m or 28d, or empty')

/** `CVS:10+0-14+6`: a specimen, from and to which gestational age it is usual; either side may be empty. */
const gestation = z.string().transform((cell, context): GestationLimits => {
  const [, name = '', from = '', to = ''] = /^([^:]+):([^-]*)-(.*)$/.exec(cell) ?? []
  const specimen = SPECIMEN_TYPES.find((type) => type === name)
  const days = [from, to].map((text) => (text === '' ? null : readGestationalAge(text)))
  const isRead = [from, to].every((text, index) => text === '' || days[index] !== null)
  if (specimen && isRead && cell.includes('-'))
    return { specimen, from: days[0] ?? null, to: days[1] ?? null }
  context.addIssue({ code: 'custom', message: 'is not a limit such as CVS:10+0-14+6' })
  return z.NEVER
})

/** Whom a test is offered for: `subjects.csv`. */
export const subjectCells = z.object({
  testCode: code,
  fromAge: age,
  untilAge: age,
  label: z.string(),
  gestation: list(gestation),
  // Not in files of an earlier version.
  kinds: list(z.enum(SUBJECT_KINDS, `is not one of ${SUBJECT_KINDS.join(', ')}`)).optional(),
})

export const subjectRow = subjectCells
  .refine(({ fromAge, untilAge, label }) => (fromAge + untilAge === '') === (label === ''), {
    path: ['label'],
    message: 'says in words what the ages mean, such as Adults only, and is empty without ages',
  })
  .transform(({ testCode, fromAge, untilAge, label, gestation: limits, kinds = [] }) => ({
    testCode,
    topic: 'subjects' as const,
    setting: {
      ages: label === '' ? null : { fromAge, untilAge, label },
      gestation: limits,
      ...(kinds.length > 0 ? { kinds } : {}),
    } satisfies TestSubjects,
  }))
