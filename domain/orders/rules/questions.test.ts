import { describe, expect, it, test } from 'vitest'
import type { Answer } from '../answers.ts'
import { blankTest, type OrderDocument, PROBAND } from '../document.ts'
import { openPoints } from '../readiness.ts'
import { CONTEXT, completeOrder, TESTED_MOTHER, withChanges } from '../testing/complete-order.ts'

const answer = (
  questionnaire: string,
  linkId: string,
  value: string,
  more: Partial<Answer> = {},
): Answer => ({
  ...{ questionnaire, version: '1', linkId, values: [{ value }] },
  ...more,
})
const ONGOING = answer('pregnancy', 'ongoing', 'true')
const DUE = answer('pregnancy', 'due-date', '2027-03-01')

/** An order of the prenatal test, which asks about the pregnancy and about each person's transplants. */
function prenatal(answers: Answer[], changes: Record<string, unknown> = {}): OrderDocument {
  const order = { ...completeOrder(), tests: [blankTest('6001', 'Prenatal microarray')], consents: [] }
  return withChanges(answers.length === 0 ? order : { ...order, answers }, changes)
}

const found = (document: OrderDocument, documents?: { id: number; bytes: number }[]) =>
  openPoints(document, { ...CONTEXT, documents })
    .filter(({ section }) => section === 'questions')
    .map(({ path, rule, severity }) => `${severity} ${path} ${rule}`)

describe('the laboratory’s own questions', () => {
  test.each<[string, OrderDocument, string[]]>([
    ['are not asked for another test', completeOrder(), []],
    ['are complete', prenatal([ONGOING, DUE]), []],
    ['need what is required', prenatal([]), ['error /answers/order/pregnancy/ongoing required']],
    [
      'need what a condition asks for',
      prenatal([ONGOING]),
      ['error /answers/order/pregnancy/due-date required'],
    ],
    ['are not asked for a verification', { ...prenatal([]), isVOB: true }, []],
    [
      'refuse an answer that is not asked after the others',
      prenatal([answer('pregnancy', 'ongoing', 'false'), DUE]),
      ['error /answers/order/pregnancy/due-date conflicts'],
    ],
    [
      'refuse answers of tests that are not ordered',
      { ...completeOrder(), answers: [ONGOING] },
      ['error /answers/order/pregnancy/ongoing unknown'],
    ],
    [
      'refuse an unknown question',
      prenatal([ONGOING, DUE, answer('pregnancy', 'other', 'x')]),
      ['error /answers/order/pregnancy/other unknown'],
    ],
    [
      'refuse an answer to an earlier version',
      prenatal([{ ...ONGOING, version: '0' }, DUE]),
      ['error /answers/order/pregnancy/ongoing outdated'],
    ],
    [
      'refuse two answers to one question',
      prenatal([ONGOING, DUE, { ...DUE }]),
      ['error /answers/order/pregnancy/due-date repeated'],
    ],
    [
      'refuse an answer about a person to a question about the order',
      prenatal([ONGOING, DUE, { ...DUE, patient: PROBAND }]),
      ['error /answers/proband/pregnancy/due-date unknown'],
    ],
  ])('%s', (_what, document, expected) => expect(found(document)).toEqual(expected))

  it('about people are asked of each who is tested, and named by them', () => {
    const future = (patient: string) => [
      answer('transplant', 'had', 'organ', { patient }),
      answer('transplant', 'when', '2030-01-01', { patient }),
    ]
    const answers = [ONGOING, DUE, ...future(PROBAND), ...future('relative-1')]
    const { consents: _, ...mother } = TESTED_MOTHER
    const changes = Object.fromEntries(
      Object.entries(mother).filter(([path]) => !path.startsWith('/consents')),
    )
    expect(found(prenatal(answers, changes))).toEqual([
      'error /answers/proband/transplant/when too-large',
      'error /answers/relative-1/transplant/when too-large',
    ])
    expect(found(prenatal([ONGOING, DUE, ...future('relative-1')]))).toEqual([
      'error /answers/relative-1/transplant/had unknown',
      'error /answers/relative-1/transplant/when unknown',
    ])
  })

  it('accept only files of the order, and not too many', () => {
    const attached = (documentId: number) =>
      prenatal([
        { ...ONGOING, values: [{ value: 'true', documentId }] },
        { ...DUE, values: [{ value: '2027-03-01', documentId }] },
      ])
    const path = '/answers/order/pregnancy'
    expect(found(attached(3))).toEqual([])
    expect(found(attached(3), [{ id: 3, bytes: 5_000_000 }])).toEqual([])
    expect(found(attached(4), [{ id: 3, bytes: 5 }])).toEqual([
      `error ${path}/ongoing unknown`,
      `error ${path}/due-date unknown`,
    ])
    expect(found(attached(3), [{ id: 3, bytes: 15_000_000 }])).toEqual([`error ${path}/ongoing too-large`])
  })
})
