import { expect, test } from 'vitest'
import type { LabEvent, LabEventContent } from './lab-events.ts'
import { projectLabEvents } from './lab-projection.ts'
import {
  labEvents,
  onDay,
  progress,
  report,
  TEN_DAYS,
  TWO_TESTS,
  testCancelled,
} from './testing/lab-events.ts'

test('an order is reported with the first report, and has a pending test until each has one', () => {
  const events = (...tests: string[]) =>
    labEvents(...tests.map((test, day) => [day, report(test, test)] as [number, LabEventContent]))
  const pending = (ordered: string[], ...reported: string[]) => {
    const { progress, hasPendingTest } = projectLabEvents(events(...reported), {
      ...TEN_DAYS,
      tests: ordered,
    })
    return [progress, hasPendingTest]
  }
  expect(pending(['WES', 'CYS'])).toEqual(['en-route', false])
  expect(pending(['WES', 'CYS'], 'WES')).toEqual(['reported', true])
  expect(pending(['WES', 'CYS'], 'WES', 'CYS')).toEqual(['reported', false])
  const cancelled: LabEventContent = {
    kind: 'progress',
    progress: 'cancelled',
    bySpecimen: false,
    test: 'CYS',
  }
  const without = labEvents([0, report('WES')], [1, cancelled])
  expect(projectLabEvents(without, { ...TEN_DAYS, tests: ['WES', 'CYS'] }).hasPendingTest).toBe(false)
  // By another code than the ordered one.
  expect(pending(['WES'], 'WES-2')).toEqual(['reported', false])
  // One report of both, by LOINC's code of any genetic report.
  expect(pending(['WES', 'CYS'], '51969-4')).toEqual(['reported', false])
})

test('an order is cancelled once each test is, or the order as a whole', () => {
  const of = (...entries: [number, LabEventContent][]) => projectLabEvents(labEvents(...entries), TWO_TESTS)
  const testing: [number, LabEventContent] = [1, progress('in-process')]
  expect(of(testing, [2, testCancelled('WES')])).toMatchObject({
    ...{ progress: 'in-process', cancelledTests: ['WES'] },
  })
  expect(
    of(testing, [3, testCancelled('CMA')], [2, testCancelled('WES')], [4, testCancelled('CMA')]),
  ).toMatchObject({
    ...{ progress: 'cancelled', cancelledTests: ['WES', 'CMA'] },
  })
  expect(of([2, testCancelled('WES')], [3, progress('cancelled')]).progress).toBe('cancelled')
  // Without a test, as they were stored before.
  expect(of(testing, [2, progress('cancelled')])).toMatchObject({
    ...{ progress: 'cancelled', cancelledTests: [] },
  })
})

test('a reported order awaits nothing more once it is cancelled, whichever came first', () => {
  const of = (...entries: [number, LabEventContent][]) => projectLabEvents(labEvents(...entries), TWO_TESTS)
  const isOver = { progress: 'reported', hasPendingTest: false, cancelledTests: ['CMA'] }
  expect(of([1, report('a')], [2, progress('cancelled')])).toMatchObject(isOver)
  expect(of([1, progress('cancelled')], [2, report('a')])).toMatchObject(isOver)
  const imported: LabEventContent = { kind: 'stood', progress: 'cancelled', expectedOn: null }
  expect(of([1, imported], [2, report('a')])).toMatchObject(isOver)
  // Of a cancellation that the desk took as a report's, only that report is gone.
  const three = { ...TEN_DAYS, tests: ['WES', 'CMA', 'CYS'] }
  const result = (day: number, testCode: string, status: 'final' | 'cancelled'): LabEvent => ({
    ...{ kind: 'result', person: 'proband', status, words: '', change: null, parts: [] },
    identity: { filler: '', accession: '', testCode, group: '' },
    ...{
      at: onDay(day),
      key: `${day}`,
      madeAt: onDay(day).toISOString(),
      sentAt: onDay(day).toISOString(),
    },
    ...(status === 'final' ? { parts: [{ kind: 'lines', label: '', lines: [testCode] }] } : {}),
  })
  const atDesk = (chosen: { of?: string }) =>
    projectLabEvents(
      [
        ...[result(1, 'WES', 'final'), result(2, 'CMA', 'final'), result(3, 'OTHER', 'cancelled')],
        ...labEvents([4, { kind: 'decided', result: '3', outcome: 'taken', as: null, ...chosen }]),
      ],
      three,
    )
  expect(atDesk({ of: 'CMA' })).toMatchObject({ hasPendingTest: true, cancelledTests: [] })
  expect(atDesk({})).toMatchObject({ hasPendingTest: false, cancelledTests: ['CYS'] })
  // A report of that test counts nevertheless.
  const both = of([1, report('a')], [2, progress('cancelled')], [3, report('b', 'CMA')])
  expect(both).toMatchObject({ ...isOver, cancelledTests: [] })
  // By a code that was not ordered, so that it is not known which.
  const other = labEvents([1, report('a')], [1, report('b', 'X')], [2, progress('cancelled')])
  expect(projectLabEvents(other, three)).toMatchObject({ hasPendingTest: false, cancelledTests: [] })
})
