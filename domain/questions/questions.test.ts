import { describe, expect, it, test } from 'vitest'
import type { Answer, AnswerValue } from '../orders/answers.ts'
import { askedQuestions, givenTo } from './asked.ts'
import { answerProblems } from './check.ts'
import { answersInWords } from './in-words.ts'
import { keptAnswers } from './kept.ts'
import { type Item, type Questionnaire, questionOf } from './questionnaire.ts'
import { EVERY_TYPE, item, PREGNANCY, TRANSPLANT } from './testing/questionnaires.ts'

const TODAY = '2026-11-20'

/** Answers to a questionnaire, written briefly: a text is one value. */
function answers(
  { id, version }: Questionnaire,
  given: Record<string, string | AnswerValue[]>,
  patient?: string,
): Answer[] {
  return Object.entries(given).map(([linkId, value]) => ({
    ...{ questionnaire: id, version, linkId },
    values: typeof value === 'string' ? [{ value }] : value,
    ...(patient === undefined ? {} : { patient }),
  }))
}

const asked = (questionnaire: Questionnaire, given: Record<string, string | AnswerValue[]>) =>
  askedQuestions(questionnaire, givenTo(answers(questionnaire, given), questionnaire)).map(
    (one) => one.linkId,
  )

describe('which questions are asked', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['nothing is answered', {}, ['ongoing']],
    ['the condition of a group is met', { ongoing: 'true' }, ['ongoing', 'due-date', 'fetuses']],
    ['the other is', { ongoing: 'false' }, ['ongoing', 'ended']],
    [
      'one in the group has a condition',
      { ongoing: 'true', fetuses: '2' },
      ['ongoing', 'due-date', 'fetuses', 'chorionicity'],
    ],
    ['an answer outside of what is asked counts for nothing', { fetuses: '2' }, ['ongoing']],
    ['an answer is no number', { ongoing: 'true', fetuses: 'two' }, ['ongoing', 'due-date', 'fetuses']],
  ])('%s', (_what, given, expected) => expect(asked(PREGNANCY, given)).toEqual(expected))

  const on = (
    source: Partial<Item>,
    operator: '=' | '!=' | '>=' | 'exists',
    answer: string,
    unit?: string,
  ) => ({
    ...EVERY_TYPE,
    items: [
      item('source', 'string', 'Source', source),
      item('target', 'string', 'Target', {
        enableWhen: [{ question: 'source', operator, answer, ...(unit ? { unit } : {}) }],
      }),
    ],
  })
  const [mg, ug] = [
    { value: '5', unit: 'mg' },
    { value: '5', unit: 'ug' },
  ]
  test.each<[string, Questionnaire, AnswerValue[], boolean]>([
    ['exists', on({}, 'exists', 'true'), [{ value: 'x' }], true],
    ['exists, of blanks', on({}, 'exists', 'true'), [{ value: ' ' }], false],
    ['does not exist', on({}, 'exists', 'false'), [], true],
    ['differs, without an answer', on({}, '!=', 'x'), [], true],
    ['differs, if one of several is the same', on({}, '!=', 'x'), [{ value: 'y' }, { value: 'x' }], false],
    ['equals one of several', on({}, '=', 'x'), [{ value: 'y' }, { value: 'x' }], true],
    ['a quantity in the unit', on({ type: 'quantity' }, '>=', '4', 'mg'), [mg], true],
    ['a quantity in another unit', on({ type: 'quantity' }, '>=', '4', 'mg'), [ug], false],
    [
      'own words that read like a code',
      on({ type: 'open-choice' }, '=', 'a'),
      [{ value: 'a', isOwnWords: true }],
      false,
    ],
    [
      'a moment in another zone',
      on({ type: 'dateTime' }, '=', '2026-03-11T14:05-05:00'),
      [{ value: '2026-03-11T19:05Z' }],
      true,
    ],
  ])('%s', (_what, questionnaire, values, expected) =>
    expect(asked(questionnaire, { source: values }).includes('target')).toBe(expected),
  )
})

describe('an answer', () => {
  const problems = (linkId: string, ...values: AnswerValue[]) =>
    answerProblems(questionOf(EVERY_TYPE, linkId) ?? item(linkId, 'string', ''), values, TODAY)
  const value = (text: string, more: Partial<AnswerValue> = {}): AnswerValue => ({ value: text, ...more })

  test.each<[string, AnswerValue[]]>([
    ['yes', [value('true')]],
    ['count', [value('12')]],
    ['share', [value('-12.25')]],
    ['dose', [value('0.5', { unit: 'ug' })]],
    ['day', [value('2000-01-01')]],
    ['day', [value(TODAY)]],
    ['moment', [value('2026-11-20T23:59:30-06:00')]],
    ['line', [value('a'), value('b')]],
    ['pick', [value('LA6684-0')]],
    ['picks', [value('a'), value('something else', { isOwnWords: true })]],
    ['file', [value('report.pdf', { documentId: 3 })]],
    ['words', []],
  ])('to %s is accepted: %j', (linkId, values) => expect(problems(linkId, ...values)).toEqual([]))

  test.each<[string, AnswerValue[], string, string]>([
    ['yes', [value('maybe')], 'invalid', 'Yes or no: answer yes or no'],
    ['yes', [value('true'), value('false')], 'too-many', 'Yes or no: give one answer, not 2'],
    ['count', [value('1.5')], 'invalid', 'How many: enter a whole number'],
    ['count', [value('-1')], 'too-small', 'How many: at least 0 weeks'],
    ['count', [value('100')], 'too-large', 'How many: at most 99 weeks'],
    ['share', [value('a third')], 'invalid', 'Which share: enter a number'],
    ['dose', [value('5')], 'invalid', 'Which dose: choose the unit: mg, µg'],
    ['day', [value('31 February')], 'invalid', 'Which day: enter a valid date'],
    ['day', [value('1999-12-31')], 'too-small', 'Which day: the date cannot be before 1 Jan 2000'],
    ['day', [value('2026-11-21')], 'too-large', 'Which day: the date cannot be in the future'],
    ['moment', [value('2026-11-20T14:05')], 'invalid', 'Exactly when: enter a valid date and time'],
    ['moment', [value('2026-11-21T00:00Z')], 'too-large', 'Exactly when: the date cannot be in the future'],
    ['line', [value('x'.repeat(41))], 'too-long', 'In a line: at most 40 characters'],
    ['pick', [value('C')], 'unknown', 'Which one: “C” is not one of the answers'],
    ['pick', [value('other', { isOwnWords: true })], 'unknown', 'Which one: choose one of the answers'],
    ['file', [value('report.pdf')], 'invalid', 'Which report: attach a file'],
  ])('to %s is refused: %j', (linkId, values, rule, message) =>
    expect(problems(linkId, ...values)).toEqual([{ rule, message }]),
  )

  it('is required only where the question says so', () => {
    expect(answerProblems(item('a', 'string', 'Name:', { required: true }), [], TODAY)).toEqual([
      { rule: 'required', message: 'Name: an answer is required' },
    ])
  })
})

describe('the answers of a changed order', () => {
  const all = [
    ...answers(PREGNANCY, { ongoing: 'true', 'due-date': '2027-03-01' }),
    ...answers(TRANSPLANT, { had: 'marrow', when: '2020-01-01' }, 'proband'),
  ]

  it('stay the same object while everything is still asked', () => {
    expect(keptAnswers(all, [PREGNANCY, TRANSPLANT], ['proband'])).toBe(all)
  })

  it('go with their test, person or condition', () => {
    const kept = (list: Answer[], ...questionnaires: Questionnaire[]) =>
      keptAnswers(list, questionnaires, ['proband']).map(({ linkId }) => linkId)
    expect(kept(all, PREGNANCY)).toEqual(['ongoing', 'due-date'])
    expect(keptAnswers(all, [TRANSPLANT], ['relative-1'])).toEqual([])
    expect(kept([...answers(PREGNANCY, { ongoing: 'false', 'due-date': '2027-03-01' })], PREGNANCY)).toEqual([
      'ongoing',
    ])
  })

  it('move to the new version of their questionnaire, without options that it has no more', () => {
    const next: Questionnaire = {
      ...{ ...TRANSPLANT, version: '2' },
      items: TRANSPLANT.items.map((one) => ({
        ...one,
        ...(one.options ? { options: one.options.filter(({ code }) => code !== 'marrow') } : {}),
      })),
    }
    expect(keptAnswers(all, [PREGNANCY, next], ['proband']).map(({ linkId }) => linkId)).toEqual([
      'ongoing',
      'due-date',
    ])
    const organ = answers(TRANSPLANT, { had: 'organ' }, 'proband')
    expect(keptAnswers(organ, [next], ['proband'])).toEqual([{ ...organ[0], version: '2' }])
  })
})

test('answers read in the words of the version that was answered', () => {
  const renamed: Questionnaire = {
    ...{ ...PREGNANCY, version: '2' },
    items: [item('ongoing', 'boolean', 'Does the pregnancy go on?')],
  }
  const given = [
    ...answers(EVERY_TYPE, {
      picks: [{ value: 'b' }, { value: 'Delta', isOwnWords: true }],
      moment: '2026-03-11T14:05-05:00',
      dose: [{ value: '2.5', unit: 'ug' }],
    }),
    ...answers(PREGNANCY, { 'due-date': '2027-03-01', ongoing: 'true' }),
    ...answers({ ...PREGNANCY, version: '7' }, { ongoing: 'false' }),
  ]
  const words = answersInWords(given, [PREGNANCY, renamed, EVERY_TYPE])
  expect(words.map(({ question, answer }) => `${question} ${answer}`)).toEqual([
    'Is the pregnancy ongoing? Yes',
    'Due date: 1 Mar 2027',
    'Which dose? 2.5 µg',
    'Exactly when? 11 Mar 2026, 14:05 (UTC-05:00)',
    'Which of them? Beta & gamma; Delta',
    'ongoing false',
  ])
})
