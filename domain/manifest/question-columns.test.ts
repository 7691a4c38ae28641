import { expect, it, test } from 'vitest'
import type { AnswerValue } from '../orders/answers.ts'
import { PROBAND } from '../orders/document.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { goodOrder, testContext } from '../orders/testing/good-order.ts'
import { EVERY_TYPE, item, PREGNANCY, TRANSPLANT } from '../questions/testing/questionnaires.ts'
import { columnsOf } from './columns.ts'
import { differingHeadings } from './order-cells.ts'
import { judgeRow, readRow } from './row.ts'
import { rowOf } from './testing/row-of.ts'

const [exome] = testContext(goodOrder()).tests as [OrderableTest]
const exomeAsks = { ...exome, questionnaires: [EVERY_TYPE, PREGNANCY, TRANSPLANT] }
const columns = columnsOf(exomeAsks)

/** The answers of a good order's row with these cells. */
function answersTo(cells: Record<string, string>) {
  const row = readRow({ ...rowOf(goodOrder(), columns), ...cells }, columns, exomeAsks)
  return { answers: row.document.answers ?? [], errors: row.errors.map(({ message }) => message) }
}

it('has a column for each question, about the order or each person', () => {
  const headings = columns.filter(({ path }) => path.startsWith('/answers/')).map(({ heading }) => heading)
  expect(headings).toContain('Due date:')
  expect(headings).toContain('Has this person had a transplant?')
  expect(headings).toContain('Relative 2: Has this person had a transplant?')
  expect(headings).toContain('Which report? (file: leave empty)')
  expect(columns.find(({ heading }) => heading === 'Chorionicity')).toMatchObject({
    path: '/answers/order/pregnancy/chorionicity',
    values: ['Monochorionic', 'Dichorionic', 'Unknown'],
    several: false,
  })
})

test.each<[string, string, AnswerValue[]]>([
  ['Yes or no?', 'y', [{ value: 'true' }]],
  ['How many?', '12 weeks', [{ value: '12' }]],
  ['Which share?', '0.5', [{ value: '0.5' }]],
  ['Which share?', "'-2.3", [{ value: '-2.3' }]],
  ['Which dose?', '2.5 µg', [{ value: '2.5', unit: 'ug' }]],
  ['Which dose?', '2.5mg', [{ value: '2.5', unit: 'mg' }]],
  ['Which dose?', '2.5 stones', [{ value: '2.5 stones' }]],
  ['Which day?', '14 Mar 2019', [{ value: '2019-03-14' }]],
  ['Which day?', 'spring', [{ value: 'spring' }]],
  ['Exactly when?', '3/11/2026 14:05', [{ value: '2026-03-11T14:05-05:00' }]],
  ['Exactly when?', '2026-01-11T9:05:30', [{ value: '2026-01-11T09:05:30-06:00' }]],
  ['Exactly when?', '2026-01-11 09:05 +01:00', [{ value: '2026-01-11T09:05+01:00' }]],
  ['Exactly when?', 'noon', [{ value: 'noon' }]],
  ['In a line?', 'one; two', [{ value: 'one' }, { value: 'two' }]],
  ['In your words?', 'one; two', [{ value: 'one; two' }]],
  ['Which one?', 'germline', [{ value: 'LA6683-2' }]],
  ['Which of them?', "'+ a sign; beta & gamma", [{ value: '+ a sign', isOwnWords: true }, { value: 'b' }]],
  ['Which of them?', 'Delta; beta & gamma', [{ value: 'Delta', isOwnWords: true }, { value: 'b' }]],
])('%s is answered by “%s”', (heading, cell, values) => {
  const { answers, errors } = answersTo({ [heading]: cell })
  expect(errors).toEqual([])
  expect(answers).toMatchObject([{ questionnaire: 'every-type', version: '2', values }])
})

it('refuses what is none of the options, and names them', () => {
  expect(answersTo({ 'Which one?': 'Mosaic' })).toEqual({
    answers: [],
    errors: ['Which one?: “Mosaic” is not valid. Use one of: Germline, Somatic'],
  })
})

it('refuses more answers to one question than an order holds', () => {
  const cells = { ...rowOf(goodOrder(), columns), 'In a line?': Array.from({ length: 21 }, String).join(';') }
  const context = { ...testContext(goodOrder()), tests: [exomeAsks] }
  const { errors } = judgeRow(readRow(cells, columns, exomeAsks), cells, context)
  expect(errors).toContainEqual(expect.objectContaining({ column: 'In a line?', rule: 'too-many' }))
})

it('[ASK-01] refuses a file in its own column, whether one is named or a required one is missing', () => {
  const attached = { ...PREGNANCY, items: [{ ...item('scan', 'attachment', 'Scan'), required: true }] }
  const asks = { ...exome, questionnaires: [attached] }
  const its = columnsOf(asks)
  const problems = (cell: string) => {
    const cells = { ...rowOf(goodOrder(), its), 'Scan (file: leave empty)': cell }
    const context = { ...testContext(goodOrder()), tests: [asks] }
    return judgeRow(readRow(cells, its, asks), cells, context).errors.map(
      ({ column, rule }) => `${column}: ${rule}`,
    )
  }
  expect(problems('scan.pdf')).toEqual(['Scan (file: leave empty): unreadable'])
  expect(problems('')).toEqual(['Scan (file: leave empty): required'])
})

it('reads answers about people with the person, who is in the row by them', () => {
  const { answers } = answersTo({
    'Has this person had a transplant?': 'No',
    'Relative 1: Has this person had a transplant?': 'Organ',
    'Relative 1: First name': 'Mai',
  })
  expect(answers.map(({ patient, values }) => [patient, values[0]?.value])).toEqual([
    [PROBAND, 'no'],
    ['relative-1', 'organ'],
  ])
})

it('reads choices that differ in their signs only as they are written', () => {
  const option = (code: string, display: string) => ({ system: '', code, display })
  const share = item('share', 'choice', 'Tumor nuclei', {
    options: [option('few', '< 20 %'), option('enough', '≥ 20 %'), option('unknown', 'Unknown')],
  })
  const asks = { ...exome, questionnaires: [{ ...PREGNANCY, items: [share] }] }
  const its = columnsOf(asks)
  const answerTo = (cell: string) => {
    const row = readRow({ ...rowOf(goodOrder(), its), 'Tumor nuclei': cell }, its, asks)
    return row.document.answers?.[0]?.values[0]?.value ?? row.errors.map(({ message }) => message)
  }
  expect(['< 20 %', '<20%', '≥ 20 %', 'few', 'unknown!'].map(answerTo)).toEqual([
    'few',
    'few',
    'enough',
    'few',
    'unknown',
  ])
  expect(answerTo('20 %')).toEqual(['Tumor nuclei: “20 %” is not valid. Use one of: < 20 %, ≥ 20 %, Unknown'])
})

it('tells questions with one text apart', () => {
  const again = {
    ...PREGNANCY,
    id: 'again',
    items: [item('sex', 'string', 'Sex'), item('fetuses', 'string', 'number of fetuses')],
  }
  const headings = columnsOf({ ...exome, questionnaires: [PREGNANCY, again] }).map(({ heading }) => heading)
  expect(headings).toContain('Sex (sex)')
  expect(headings).toContain('number of fetuses (fetuses)')
})

it('tells questions apart from what a file adds, and from those of a third questionnaire', () => {
  const questionsOf = (id: string) => ({
    ...{ ...PREGNANCY, id },
    items: [item('sex', 'string', 'Sex'), item('outcome', 'string', 'Outcome')],
  })
  const questionnaires = [questionsOf('one'), questionsOf('two')]
  const headings = columnsOf({ ...exome, questionnaires }).flatMap(({ heading, path }) =>
    path.startsWith('/answers/') ? [heading] : [],
  )
  expect(headings).toEqual(['Sex (sex)', 'Outcome (outcome)', 'Sex (two.sex)', 'Outcome (two.outcome)'])
})

it('does not name a question that only a file answers where an order differs from its row', () => {
  const row = readRow(rowOf(goodOrder(), columns), columns, exomeAsks).document
  const answered = (linkId: string, value: string) => ({
    ...row,
    answers: [{ questionnaire: 'every-type', version: '2', linkId, values: [{ value }] }],
  })
  const linkIdOf = (text: string) =>
    columns
      .find(({ heading }) => heading.startsWith(text))
      ?.path.split('/')
      .at(-1) ?? ''
  expect(differingHeadings(row, answered(linkIdOf('How many?'), '12'), columns)).toEqual(['How many?'])
  expect(differingHeadings(row, answered(linkIdOf('Which report?'), 'file-1'), columns)).toEqual([])
})
