import fc from 'fast-check'
import type { Answer, AnswerValue } from '../../orders/answers.ts'
import { askedQuestions, givenTo } from '../asked.ts'
import { answerProblems } from '../check.ts'
import { allItems, type Item, isQuestion, type Questionnaire, TODAY_LIMIT } from '../questionnaire.ts'

/** Long past, so that no answer is in the future wherever a test runs. */
const TODAY = '2024-06-30'

/** Text without spaces at its ends, which no format keeps; also with the delimiters of HL7. */
const words = fc
  .oneof(
    fc.string({ minLength: 1, maxLength: 30 }),
    fc.constantFrom('a|b^c&d~e\\f', 'Ω é 木', "O'Hara & son"),
  )
  .map((text) => text.replace(/\s+/g, ' ').trim())
  .filter((text) => text !== '' && text !== '""')

const day = (min = '1950-01-01', max = '2040-12-31') =>
  fc
    .date({ min: new Date(min), max: new Date(max === TODAY_LIMIT ? TODAY : max), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

const numberWithin = ({ min = '-999999', max = '999999' }: Item, decimals: number) =>
  fc
    .integer({ min: Number(min) * 10 ** decimals, max: Number(max) * 10 ** decimals })
    .map((value) => String(value / 10 ** decimals))

/** A valid value of a question. */
function anyValue(item: Item): fc.Arbitrary<AnswerValue> {
  const plain = (values: fc.Arbitrary<string>) => values.map((value): AnswerValue => ({ value }))
  const own = words.map((value): AnswerValue => ({ value: value.slice(0, item.maxLength), isOwnWords: true }))
  const options = (item.options ?? []).map(({ code }) => code)
  switch (item.type) {
    case 'boolean':
      return plain(fc.constantFrom('true', 'false'))
    case 'integer':
      return plain(numberWithin(item, 0))
    case 'decimal':
      return plain(numberWithin(item, 2))
    case 'quantity':
      return fc
        .tuple(numberWithin(item, 2), fc.constantFrom(...(item.units ?? []).map(({ code }) => code)))
        .map(([value, unit]) => ({ value, unit }))
    case 'date':
      return plain(day(item.min, item.max))
    case 'dateTime':
      return fc
        .tuple(
          day(item.min, item.max),
          fc.constantFrom('00:00', '14:05', '23:59:30'),
          fc.constantFrom('-05:00', '+05:30'),
        )
        .map(([date, clock, zone]) => ({ value: `${date}T${clock}${zone}` }))
    case 'choice':
      return plain(fc.constantFrom(...options))
    case 'open-choice':
      return fc.oneof(plain(fc.constantFrom(...options)), own)
    case 'attachment':
      return fc
        .tuple(words, fc.integer({ min: 1, max: 9 }))
        .map(([name, documentId]) => ({ value: `${name}.pdf`, documentId }))
    default:
      return plain(words.map((text) => text.slice(0, item.maxLength).trim()))
  }
}

/**
 * Valid answers to a questionnaire: every question that is asked is answered, or only those that must be. `patient`:
 * about this person; undefined: about the order.
 */
export function anyAnswersTo(
  questionnaire: Questionnaire,
  patient?: string,
  isComplete = true,
): fc.Arbitrary<Answer[]> {
  const questions = allItems(questionnaire.items).filter(isQuestion)
  const values = fc.record(
    Object.fromEntries(
      questions.map((item) => [
        item.linkId,
        fc.uniqueArray(anyValue(item), {
          minLength: isComplete || item.required ? 1 : 0,
          maxLength: item.repeats ? 3 : 1,
          selector: ({ value }) => value,
        }),
      ]),
    ),
  )
  return values.map((given) => {
    const all = questions.map(
      ({ linkId }): Answer => ({
        ...{ questionnaire: questionnaire.id, version: questionnaire.version, linkId },
        ...(patient === undefined ? {} : { patient }),
        values: given[linkId] ?? [],
      }),
    )
    const asked = askedQuestions(questionnaire, givenTo(all, questionnaire, patient))
    const answers = all.filter(
      ({ linkId, values: own }) => own.length > 0 && asked.some((item) => item.linkId === linkId),
    )
    for (const item of asked) {
      const own = answers.find(({ linkId }) => linkId === item.linkId)?.values ?? []
      const [problem] = answerProblems(item, own, TODAY)
      if (problem) throw new Error(problem.message)
    }
    return answers
  })
}
