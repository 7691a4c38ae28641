import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchingHold } from './hold-history.ts'
import { HOLD_KINDS } from './hold-kinds.ts'
import type { LabEventContent, Progress } from './lab-events.ts'
import { projectLabEvents } from './lab-projection.ts'
import {
  arrived,
  held,
  labEvents,
  onDay,
  progress,
  projection,
  rejected,
  released,
  report,
  TEN_DAYS,
  TWO_TESTS,
  testCancelled,
  treatment,
} from './testing/lab-events.ts'

describe("the laboratory's progress", () => {
  test.each<[string, LabEventContent[], Progress]>([
    ['is en route without events', [], 'en-route'],
    ['follows a progress event', [progress('accessioned')], 'accessioned'],
    ['goes forward', [progress('accessioned'), progress('in-process')], 'in-process'],
    ['does not go back for a late event', [progress('in-process'), progress('accessioned')], 'in-process'],
    ['is not reported without a report', [progress('reported')], 'in-process'],
    ['is reported with a report', [progress('reported'), report('a')], 'reported'],
    ['is cancelled despite other progress', [progress('cancelled'), progress('in-process')], 'cancelled'],
    [
      'is not cancelled if it is reported',
      [progress('reported'), report('a'), progress('cancelled')],
      'reported',
    ],
    [
      'starts from the stored state',
      [{ kind: 'stood', progress: 'in-process', expectedOn: null }],
      'in-process',
    ],
    ['is unaffected by a refused cancellation', [{ kind: 'cancellation-refused', words: '' }], 'en-route'],
  ])('%s', (_what, entries, expected) => {
    const days = entries.map((what, index): [number, LabEventContent] => [index, what])
    expect(projection(...days).progress).toBe(expected)
  })

  test('uses the first number that the laboratory gave', () => {
    const number = (number: string): LabEventContent => ({ kind: 'numbered', number })
    expect(projection([3, number('A')], [1, number('B')]).laboratoryNumber).toBe('B')
    expect(projection().laboratoryNumber).toBeNull()
  })
})

describe('specimens', () => {
  const arrivals = (...entries: [number, LabEventContent][]) =>
    Object.fromEntries([...projection(...entries).specimens].map(([key, { arrivedAt }]) => [key, arrivedAt]))

  test('have all arrived if the laboratory first says so for the order as a whole', () => {
    expect(arrivals([2, progress('accessioned')], [1, progress('in-process')])).toEqual({
      ...{ s1: onDay(1), s2: onDay(1) },
    })
  })

  test('have arrived only if named, if the laboratory names some', () => {
    const named: [number, LabEventContent][] = [
      [1, progress('accessioned', true)],
      [1, arrived('s1')],
      [2, progress('in-process')],
    ]
    expect(arrivals(...named)).toEqual({ s1: onDay(1), s2: null })
    expect(arrivals(...named, [4, arrived('s2')])).toEqual({ s1: onDay(1), s2: onDay(4) })
    expect(arrivals(...named, [3, progress('accessioned')])).toEqual({ s1: onDay(1), s2: onDay(3) })
  })

  test('keep the first reason of a rejection; a recollected one arrives under its own name', () => {
    const { specimens } = projection(
      [1, progress('accessioned')],
      [3, rejected('s1', 'RH')],
      [2, rejected('s1', 'QS')],
      [6, arrived('s1-r1')],
    )
    expect(specimens.get('s1')).toEqual({
      ...{ arrivedAt: onDay(1), rejected: { at: onDay(2), code: 'QS', words: 'Too little' } },
    })
    expect(specimens.get('s1-r1')).toEqual({ arrivedAt: onDay(6), rejected: null })
  })
})

describe('holds', () => {
  const times = (...entries: [number, LabEventContent][]) =>
    projection(...entries).holds.map(({ key, heldAt, releasedAt }) => [key, heldAt, releasedAt])

  test('last until they are released, by name or all together', () => {
    expect(times([1, held('A')], [2, held('B')], [3, released('A')])).toEqual([
      ['A', onDay(1), onDay(3)],
      ['B', onDay(2), null],
    ])
    expect(times([1, held('A')], [2, held('B')], [3, released(null)], [4, held('C')])).toEqual([
      ['A', onDay(1), onDay(3)],
      ['B', onDay(2), onDay(3)],
      ['C', onDay(4), null],
    ])
  })

  test('may recur under the same name, and are one while they last', () => {
    expect(times([1, held('A')], [2, held('A')], [3, released('A')], [5, held('A')])).toEqual([
      ['A', onDay(1), onDay(3)],
      ['A', onDay(5), null],
    ])
  })

  test('with the same name and other words are different questions, and both end with its release', () => {
    const heldTwice = projection(
      [1, held('A', 'One')],
      [2, held('A', 'Two')],
      [3, held('A', 'One')],
      [4, released('A')],
    )
    expect(heldTwice.holds.map(({ words, heldAt, releasedAt }) => [words, heldAt, releasedAt])).toEqual([
      ['One', onDay(1), onDay(4)],
      ['Two', onDay(2), onDay(4)],
    ])
  })

  test('do not begin with a release', () => {
    expect(times([1, released('A')], [2, held('A')])).toEqual([['A', onDay(2), null]])
  })
})

describe('the expected day', () => {
  const ARRIVED: [number, LabEventContent] = [0, progress('accessioned')]
  const expected = (...entries: [number, LabEventContent][]) => projection(...entries).expectedOn

  test.each<[string, [number, LabEventContent][], string | null]>([
    ['is unknown before a specimen arrives', [], null],
    ['is the turnaround in working days from then', [ARRIVED], '2026-03-16'],
    ['moves by the working days of a hold', [ARRIVED, [1, held('A')], [3, released('A')]], '2026-03-18'],
    ['does not move by the weekend of a hold', [ARRIVED, [4, held('A')], [7, released('A')]], '2026-03-17'],
    ['does not move during a hold', [ARRIVED, [1, held('A')]], '2026-03-16'],
    ['does not move by a hold within one day', [ARRIVED, [1, held('A')], [1, released('A')]], '2026-03-16'],
    [
      'counts simultaneous holds once',
      [ARRIVED, [1, held('A')], [2, held('B')], [3, released('A')], [4, released('B')]],
      '2026-03-19',
    ],
    [
      'counts a hold within another once',
      [ARRIVED, [1, held('A')], [2, held('B')], [3, released('B')], [4, released('A')]],
      '2026-03-19',
    ],
    ['does not move by a hold before arrival', [[-5, held('A')], ARRIVED, [1, released('A')]], '2026-03-17'],
    ['starts again if no specimen can be used', [ARRIVED, [1, rejected('s1')], [1, rejected('s2')]], null],
    [
      'starts with the recollected specimen',
      [ARRIVED, [1, rejected('s1')], [1, rejected('s2')], [7, arrived('s1-r1')]],
      '2026-03-23',
    ],
    [
      'is the stored day from before events, moved by holds',
      [
        ARRIVED,
        [0, { kind: 'stood', progress: 'accessioned', expectedOn: '2026-04-01' }],
        [1, held('A')],
        [2, released('A')],
      ],
      '2026-04-02',
    ],
  ])('%s', (_what, entries, day) => expect(expected(...entries)).toBe(day))

  test('is null without a turnaround in the catalogue; an add-on already has a specimen', () => {
    expect(
      projectLabEvents(labEvents(ARRIVED), { turnaroundDays: null, samples: ['s1'] }).expectedOn,
    ).toBeNull()
    expect(projectLabEvents(labEvents(ARRIVED), { turnaroundDays: 1, samples: [] }).expectedOn).toBe(
      '2026-03-03',
    )
  })

  test('uses the laboratory’s date, even late in the evening', () => {
    const evening = { ...progress('accessioned'), key: 'e', at: new Date('2026-03-03T03:00:00Z') }
    expect(projectLabEvents([evening], TEN_DAYS).expectedOn).toBe('2026-03-16')
  })
})

describe('reports and treatments', () => {
  const versions = (...entries: [number, LabEventContent][]) =>
    projection(...entries).reports.map(({ version, testCode, parts: [part], status }) => [
      version,
      testCode,
      part?.kind === 'document' ? part.fileKey : '',
      // From before statuses were stored: changed in an unknown way.
      status === 'amended',
    ])

  test('orders versions by the laboratory’s time, and takes a later one of the same test as a correction', () => {
    expect(versions([3, report('b')], [1, report('a')], [2, report('x', 'CMA')])).toEqual([
      [1, 'WES', 'a', false],
      [2, 'CMA', 'x', false],
      [3, 'WES', 'b', true],
    ])
  })

  test('takes the same file again as the same report, unless it is sent as a correction', () => {
    expect(versions([3, report('a')], [1, report('a')])).toEqual([[1, 'WES', 'a', false]])
    expect(versions([3, report('a')], [1, report('b')], [2, report('a')])).toHaveLength(2)
    expect(versions([1, report('b', 'WES', true)])).toEqual([[1, 'WES', 'b', true]])
    expect(projection([3, report('b')], [1, report('a')]).reportedAt).toEqual(onDay(1))
  })

  test('takes the correction as the later of two versions with the same time', () => {
    const both = [report('a', 'WES', true), report('b')].map((entries): [number, LabEventContent] => [
      1,
      entries,
    ])
    for (const entries of [both, both.toReversed()])
      expect(versions(...entries).map(([version, , file]) => [version, file])).toEqual([
        [1, 'b'],
        [2, 'a'],
      ])
  })

  test('keeps the last version of a treatment', () => {
    const { treatments } = projection(
      [2, treatment('1', 'New')],
      [1, treatment('1', 'Old')],
      [3, treatment('2', 'Other')],
    )
    expect(treatments.map(({ key, text, madeAt }) => [key, text, madeAt])).toEqual([
      ['1', 'New', onDay(2)],
      ['2', 'Other', onDay(3)],
    ])
  })
})

describe('for any events', () => {
  const sample = fc.constantFrom('s1', 's2', 's1-r1')
  const hold = fc.constantFrom('A', 'B')
  const entries: fc.Arbitrary<LabEventContent> = fc.oneof(
    fc.record({
      kind: fc.constant('progress' as const),
      progress: fc.constantFrom<Progress>('en-route', 'accessioned', 'in-process', 'reported', 'cancelled'),
      bySpecimen: fc.boolean(),
    }),
    fc.constantFrom('WES', 'CMA').map(testCancelled),
    fc.record({ kind: fc.constant('numbered' as const), number: fc.constantFrom('N1', 'N2') }),
    hold.map((name) => released(name)),
    fc.constant(released(null)),
    fc
      .tuple(hold, fc.constantFrom(...HOLD_KINDS), fc.constantFrom('One', 'Two'))
      .map(([name, holdKind, words]): LabEventContent => ({ kind: 'held', hold: name, holdKind, words })),
    sample.map(arrived),
    fc.tuple(sample, fc.constantFrom('QS', 'RH')).map(([key, code]) => rejected(key, code)),
    fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('WES', 'CMA'), fc.boolean())
      .map(([file, test, corrected]) => report(file, test, corrected)),
    fc.tuple(hold, fc.constantFrom('x', 'y')).map(([key, text]) => treatment(key, text)),
  )
  // Few instants, so that many events coincide.
  const all = fc
    .array(fc.tuple(fc.nat({ max: 9 }), entries), { maxLength: 14 })
    // Of two reports in the same second the later arrival counts: here each has its own instant.
    .map((list) =>
      list.map(([day, what], n): [number, LabEventContent] => [
        what.kind === 'report' ? day + n / 100 : day,
        what,
      ]),
    )
    .map((list) => labEvents(...list))
  const disturbed = all.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.shuffledSubarray(list),
    ),
  )

  test('the projection does not depend on the order or repetition of events', () => {
    fc.assert(
      fc.property(disturbed, ([list, shuffled, again]) => {
        const projection = projectLabEvents(list, TWO_TESTS)
        expect(projectLabEvents([...again, ...shuffled, ...again], TWO_TESTS)).toEqual(projection)
      }),
      { numRuns: 500 },
    )
  })

  test('progress only goes forward, no hold is lost, and versions count from 1', () => {
    const rank = ['en-route', 'accessioned', 'in-process', 'cancelled', 'reported']
    fc.assert(
      fc.property(all, (list) => {
        let before = projectLabEvents([], TWO_TESTS)
        for (let count = 1; count <= list.length; count++) {
          const now = projectLabEvents(list.slice(0, count), TWO_TESTS)
          expect(rank.indexOf(now.progress)).toBeGreaterThanOrEqual(rank.indexOf(before.progress))
          // Every earlier hold still matches a distinct one, which began no later: an answer to it keeps its
          // place.
          const matches = before.holds.map((hold) => matchingHold(now.holds, hold))
          expect(matches).not.toContain(undefined)
          expect(new Set(matches).size).toBe(matches.length)
          expect(now.reports.map(({ version }) => version)).toEqual(now.reports.map((_, index) => index + 1))
          before = now
        }
      }),
      { numRuns: 300 },
    )
  })
})
