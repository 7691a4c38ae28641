import { expect, test } from 'vitest'
import { priorityInWords } from '../priority.ts'
import { CONTEXT, completeOrder, withChanges } from '../testing/complete-order.ts'
import { describeRows, pointsOf } from '../testing/rows.ts'

const priority = (more: object) => ({ '/priority': more })
const day = CONTEXT.today

describeRows({
  'how soon the result is needed': [
    ['not given: routine', {}, []],
    ['sooner, with a reason', priority({ level: 'ASAP', reason: 'Transplant' }), []],
    ['routine with a day', priority({ reason: 'Treatment decision', neededBy: day }), []],
    [
      'STAT with a day and a reason',
      priority({ level: 'STAT', reason: 'Critically ill', neededBy: day }),
      [],
    ],
    [
      'STAT without a day',
      priority({ level: 'STAT', reason: 'Critically ill' }),
      ['provider /priority/neededBy needed-by?'],
    ],
    ['no reason', priority({ level: 'ASAP' }), ['provider /priority/reason required']],
    ['a day without a reason', priority({ neededBy: day }), ['provider /priority/reason required']],
    [
      'another reason, not explained',
      priority({ level: 'ASAP', reason: 'Other' }),
      ['provider /priority/explanation required'],
    ],
    [
      'another reason, explained',
      priority({ level: 'ASAP', reason: 'Other', explanation: 'Moves abroad' }),
      [],
    ],
    ['no date', priority({ reason: 'Transplant', neededBy: 'Friday' }), ['provider /priority/neededBy date']],
    [
      'a day that has passed',
      priority({ reason: 'Transplant', neededBy: '2020-01-01' }),
      ['provider /priority/neededBy past'],
    ],
  ],
})

test.each([
  [undefined, ''],
  [
    { level: 'STAT', reason: 'Transplant', neededBy: '2026-03-20' },
    'STAT, needed by 20 Mar 2026. Transplant',
  ],
  [
    { reason: 'Ongoing pregnancy', neededBy: '2026-03-20' },
    'Routine, needed by 20 Mar 2026. Ongoing pregnancy',
  ],
  [{ level: 'ASAP', reason: 'Other', explanation: 'Moves abroad' }, 'ASAP. Moves abroad'],
  [
    { level: 'ASAP', reason: 'Transplant', explanation: 'Donor of the liver' },
    'ASAP. Transplant: Donor of the liver',
  ],
  [{ explanation: 'Soon' }, 'Soon'],
] as const)('says %j as %j', (given, words) => {
  expect(priorityInWords(given)).toBe(words)
})

test('asks a benefits verification nothing about it', () => {
  const document = withChanges(completeOrder(), { '/isVOB': true, ...priority({ level: 'STAT' }) })
  expect(pointsOf(document).filter((point) => point.includes('/priority'))).toEqual([])
})
