import { describe, expect, test } from 'vitest'
import type { Act } from './acts.ts'
import type { ChangeEntry, CompletedAct } from './journal.ts'
import { SMOOTH, type Step } from './plan.ts'
import {
  completeAct,
  nextStep,
  openHolds,
  refusalOf,
  type SimulatedOrder,
  specimensOf,
} from './simulated-order.ts'
import { sampleSimulatedOrder, sampleTaken } from './testing/simulated-order.ts'

const NOON = Date.parse('2026-03-12T12:00:00.000Z')
const isoAt = (seconds: number) => new Date(NOON + seconds * 1000).toISOString()

function done(seconds: number, act: Act, told = false): CompletedAct {
  const { sender, orderId } = sampleTaken()
  return { controlId: `M${seconds}`, at: isoAt(seconds), sender, orderId, act, told }
}

function changed(seconds: number, change: Partial<ChangeEntry>): ChangeEntry {
  const from = { controlId: 'XO12-1', sender: 'KARYO|PORTAL', orderId: '12' }
  return { ...from, at: isoAt(seconds), answer: null, specimens: [], ...change }
}

const HOLD = { do: 'hold', code: 'MISSING-INFO', words: 'Which findings?', number: 'H1' } as const
const REJECT = { do: 'reject', specimen: '12-s1', code: 'QS' } as const
const HELD: readonly Step[] = [
  { at: 30, act: HOLD },
  { at: 330, act: { do: 'release' }, waitsFor: 'answer' },
  { at: 345, act: { do: 'in-process' } },
]
const REJECTED: readonly Step[] = [
  { at: 30, act: REJECT },
  { at: 40, act: { do: 'accession' }, waitsFor: 'specimen' },
  { at: 60, act: { do: 'in-process' } },
]
const answer = { code: 'MISSING-INFO', number: 'H1', text: 'Seizures', documents: [] }
const again = { number: '12-s1-r1', type: 'Blood', collected: '20260315', of: '', isHere: false }
const planned = (plan: readonly Step[]) => sampleTaken({ plan })

/** The next step, and its time in seconds after noon. */
function next(simulatedOrder: SimulatedOrder, speed = 1): [string, number] | null {
  const step = nextStep(simulatedOrder, speed)
  return step && [step.act.do, (step.due - NOON) / 1000]
}

describe('the plan', () => {
  const cancelled = {
    decision: 'CR',
    words: '',
    answerId: 'A',
    controlId: 'CA',
    reason: '',
    at: isoAt(1),
  } as const
  test.each<[string, SimulatedOrder, number, [string, number] | null]>([
    ['begins with the order', sampleSimulatedOrder(), 1, ['accession', 15]],
    ['goes as fast as the clock', sampleSimulatedOrder(), 10, ['accession', 1.5]],
    [
      'does not run late because a step did',
      sampleSimulatedOrder({ done: [done(40, { do: 'accession' })] }),
      1,
      ['in-process', 45],
    ],
    ['ends', sampleSimulatedOrder({ done: SMOOTH.map(({ at, act }) => done(at, act)) }), 1, null],
    [
      'ends with what is told',
      sampleSimulatedOrder({ done: [done(5, { do: 'in-process' }, true)] }),
      1,
      null,
    ],
    [
      'ends with a cancellation',
      sampleSimulatedOrder({ decisions: [{ ...cancelled, sender: 'KARYO|PORTAL', orderId: '12' }] }),
      1,
      null,
    ],
    [
      'waits for an answer till its time',
      sampleSimulatedOrder({ order: planned(HELD), done: [done(30, HOLD)] }),
      1,
      ['release', 330],
    ],
    [
      'goes on soon after the answer',
      sampleSimulatedOrder({
        order: planned(HELD),
        done: [done(30, HOLD)],
        changes: [changed(90, { answer })],
      }),
      1,
      ['release', 100],
    ],
    [
      'knows an answer without a number by its code',
      sampleSimulatedOrder({
        ...{ order: planned(HELD), done: [done(30, HOLD)] },
        changes: [changed(90, { answer: { ...answer, number: '' } })],
      }),
      2,
      ['release', 95],
    ],
    [
      'does not take the answer to another hold for it',
      sampleSimulatedOrder({
        ...{ order: planned(HELD), done: [done(30, HOLD)] },
        changes: [changed(90, { answer: { ...answer, number: 'H9' } })],
      }),
      1,
      ['release', 330],
    ],
    [
      'stands still while it waits',
      sampleSimulatedOrder({
        order: planned(HELD),
        done: [done(30, HOLD), done(100, { do: 'release', number: 'H1' })],
      }),
      1,
      ['in-process', 115],
    ],
    [
      'waits for a specimen for as long as it takes',
      sampleSimulatedOrder({ order: planned(REJECTED), done: [done(30, REJECT)] }),
      1,
      ['accession', Number.POSITIVE_INFINITY],
    ],
    [
      'takes it in when it has come',
      sampleSimulatedOrder({
        order: planned(REJECTED),
        done: [done(30, REJECT)],
        changes: [changed(900, { specimens: [again] })],
      }),
      1,
      ['accession', 910],
    ],
  ])('%s', (_, simulatedOrder, speed, expected) => {
    expect(next(simulatedOrder, speed)).toEqual(expected)
  })
})

test('a recollected specimen arrives with the next accession, and the rejected one stays rejected', () => {
  const simulatedOrder = sampleSimulatedOrder({
    done: [done(15, { do: 'accession', specimens: ['12-s1', '12-s2'] }), done(30, REJECT)],
    changes: [changed(90, { specimens: [again] })],
  })
  expect(specimensOf(simulatedOrder)).toEqual([
    {
      number: '12-s1',
      hasArrived: true,
      rejected: { code: 'QS', words: expect.stringContaining('not enough') },
    },
    { number: '12-s2', hasArrived: true, rejected: null },
    { number: '12-s1-r1', hasArrived: false, rejected: null },
  ])
  expect(completeAct(simulatedOrder, { do: 'accession' })).toEqual({
    do: 'accession',
    specimens: ['12-s1-r1'],
  })
})

test('an add-on’s specimen already exists', () => {
  const [first, second] = sampleTaken().specimens
  const specimens = first && second ? [{ ...first, isHere: true }, second] : []
  const simulatedOrder = sampleSimulatedOrder({ order: sampleTaken({ specimens }) })
  expect(completeAct(simulatedOrder, { do: 'accession' })).toEqual({ do: 'accession', specimens: ['12-s2'] })
})

test('holds are numbered, and a release without a number ends the last open one', () => {
  const simulatedOrder = sampleSimulatedOrder({ done: [done(1, HOLD), done(2, { ...HOLD, number: 'H2' })] })
  expect(completeAct(simulatedOrder, { do: 'hold', code: 'CONSENT', words: 'Signed?' })).toMatchObject({
    number: 'H3',
  })
  expect(completeAct(simulatedOrder, { do: 'release' })).toEqual({ do: 'release', number: 'H2' })
  simulatedOrder.done.push(done(3, { do: 'release', number: 'H2' }))
  expect(openHolds(simulatedOrder).map(({ number }) => number)).toEqual(['H1'])
})

test.each<[Act, string | null]>([
  [{ do: 'report' }, null],
  [{ do: 'correct' }, 'There is no report that could be corrected'],
  [{ do: 'release' }, 'There is no open hold'],
  [{ do: 'release', number: 'H7' }, 'There is no open hold H7'],
  [{ do: 'reject', specimen: 's2', code: 'QS' }, null],
  [{ do: 'reject', specimen: 's9', code: 'QS' }, 'There is no specimen s9'],
  [{ do: 'accession', specimens: ['12-s1', 'blood'] }, 'There is no specimen blood'],
])('refuses %j', (act, refusal) => {
  expect(refusalOf(sampleSimulatedOrder(), act)).toBe(refusal)
})

test('a cancelled order has no further steps', () => {
  expect(refusalOf(sampleSimulatedOrder({ done: [done(1, { do: 'cancel' })] }), { do: 'report' })).toBe(
    'The order is cancelled',
  )
})

describe('[CNST-05] a withdrawn consent', () => {
  const hold = { number: 'WITHDRAWN-1', words: 'Testing is stopped' }
  const withdrawn = { of: '12-proband', items: ['testing'], hold }
  const changes = [changed(20, { withdrawn })]
  const accession = done(15, { do: 'accession' })
  const held = done(20, { do: 'hold', code: 'CONSENT', ...hold })

  test('holds the order immediately, by the clinic’s key and words', () => {
    const stopped = nextStep(sampleSimulatedOrder({ done: [accession], changes }), 1)
    expect(stopped).toEqual({ due: NOON + 20_000, act: { do: 'hold', code: 'CONSENT', ...hold } })
  })

  test('stops the plan until the clinic answers, which then continues where it was', () => {
    const waiting = sampleSimulatedOrder({ done: [accession, held], changes })
    expect(next(waiting)).toEqual(['release', Number.POSITIVE_INFINITY])
    const signed = changed(90, { answer: { ...answer, code: 'CONSENT', number: 'WITHDRAWN-1' } })
    const answered = sampleSimulatedOrder({ done: [accession, held], changes: [...changes, signed] })
    expect(next(answered)).toEqual(['release', 100])
    const released = done(100, { do: 'release', number: 'WITHDRAWN-1' })
    expect(next({ ...answered, done: [accession, held, released] })).toEqual(['in-process', 45])
  })

  test('in parts, or after the report, stops nothing', () => {
    const inParts = [changed(20, { withdrawn: { ...withdrawn, hold: null } })]
    expect(next(sampleSimulatedOrder({ done: [accession], changes: inParts }))).toEqual(['in-process', 45])
    const reported = SMOOTH.map(({ at, act }) => done(at, act))
    expect(next(sampleSimulatedOrder({ done: reported, changes }))).toBeNull()
  })
})
