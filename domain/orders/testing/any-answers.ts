import fc from 'fast-check'
import type { Answer, AnswerValue } from '../answers.ts'

const text = fc.oneof(
  fc.constantFrom('', ' ', 'true', '2', '2019-03-14', '2999-01-01', 'marrow', 'di'),
  fc.string({ unit: 'binary', maxLength: 9 }),
)

const answer = fc
  .tuple(
    fc.record({
      questionnaire: fc.constantFrom('pregnancy', 'transplant', 'other', '__proto__'),
      version: fc.constantFrom('1', '2'),
      linkId: fc.constantFrom('ongoing', 'due-date', 'fetuses', 'had', 'when', 'other', '__proto__'),
      values: fc.array(
        fc
          .tuple(text, fc.constantFrom({}, { unit: 'mg' }, { isOwnWords: true }, { documentId: 3 }))
          .map(([value, more]): AnswerValue => ({ value, ...more })),
      ),
    }),
    fc.constantFrom('proband', 'relative-1', '__proto__', undefined),
  )
  .map(([given, patient]): Answer => (patient === undefined ? given : { ...given, patient }))

/** Any answers that fit the contract's schema, some to the invented questionnaires. */
export const anyAnswers: fc.Arbitrary<Answer[]> = fc.array(answer, { maxLength: 6 })
