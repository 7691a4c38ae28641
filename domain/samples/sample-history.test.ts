import { expect, test } from 'vitest'
import { nextStep, type OrderOfSample, sampleHistory, type TravellingSample } from './sample-history.ts'

const AT = '2026-03-04T10:00:00.000Z'
const SAMPLE: TravellingSample = {
  ...{ isAccessioned: false, accessionedAt: null, rejected: null, recollectionOf: null },
  ...{ collectedAgainAt: null, dateOfCollection: '2026-03-02', isSettled: false, shipment: null },
}
const SHIPMENT: NonNullable<TravellingSample['shipment']> = {
  ...{ carrier: 'Fedex', trackingNumber: '123456789012', link: 'https://carrier.test/1' },
  ...{ enteredAt: AT, dueOn: '2026-03-09', isLate: true, arrivedWithoutIt: false },
}
const NOT_IN_IT = { ...SHIPMENT, isLate: false, arrivedWithoutIt: true }
const THERE = { ...SAMPLE, shipment: SHIPMENT, isAccessioned: true, accessionedAt: AT }
const ORDER: OrderOfSample = {
  ...{ state: 'en-route', expectedOn: null, isLate: false },
  ...{ testingAt: null, reportedAt: null, cancelledAt: null, hasPendingTest: false },
}
const REPORTED: OrderOfSample = { ...ORDER, state: 'reported', testingAt: AT, reportedAt: AT }
const REJECTED = { at: AT, reason: 'The tube was broken.' }

const inWords = (sample: TravellingSample, order: OrderOfSample) =>
  sampleHistory(sample, order)
    .map(({ kind, isExpected }) => (isExpected ? `(${kind})` : kind))
    .join(' ')

test.each([
  ['nothing said', SAMPLE, ORDER, 'collected (sent) (arrived) (testing) (reported)'],
  [
    'nothing known',
    { ...SAMPLE, dateOfCollection: '' as const },
    ORDER,
    '(sent) (arrived) (testing) (reported)',
  ],
  ['sent', { ...SAMPLE, shipment: SHIPMENT }, ORDER, 'collected sent (arrived) (testing) (reported)'],
  [
    'not in the parcel that arrived',
    { ...SAMPLE, shipment: NOT_IN_IT },
    ORDER,
    'collected sent (sent) (arrived) (testing) (reported)',
  ],
  ['arrived', THERE, { ...ORDER, state: 'accessioned' }, 'collected sent arrived (testing) (reported)'],
  [
    'tested',
    THERE,
    { ...ORDER, state: 'in-process', testingAt: AT },
    'collected sent arrived testing (reported)',
  ],
  ['reported', { ...THERE, isSettled: true }, REPORTED, 'collected sent arrived testing reported'],
  [
    'reported, while another test is pending',
    { ...THERE, isSettled: true },
    { ...REPORTED, hasPendingTest: true },
    'collected sent arrived testing reported (reported)',
  ],
  [
    'reported without it, while another test is pending',
    { ...SAMPLE, isSettled: true },
    { ...REPORTED, hasPendingTest: true },
    'collected',
  ],
  ['reported without it', { ...SAMPLE, isSettled: true }, REPORTED, 'collected'],
  [
    'to be taken again, while the laboratory decides on a cancellation',
    { ...SAMPLE, recollectionOf: 1 },
    { ...ORDER, state: 'pending-cancellation' },
    '',
  ],
  [
    'to be taken again for another test than the reported one',
    { ...SAMPLE, recollectionOf: 1 },
    REPORTED,
    '(to-take-again) (sent) (arrived) (testing) (reported)',
  ],
  [
    'arrived for another test than the reported one',
    { ...THERE, recollectionOf: 1, collectedAgainAt: AT },
    REPORTED,
    'taken-again sent arrived (testing) (reported)',
  ],
  ['rejected', { ...THERE, rejected: REJECTED }, ORDER, 'collected sent arrived rejected'],
  [
    'to be taken again',
    { ...SAMPLE, recollectionOf: 1 },
    ORDER,
    '(to-take-again) (sent) (arrived) (testing) (reported)',
  ],
  [
    'taken again',
    { ...SAMPLE, recollectionOf: 1, collectedAgainAt: AT },
    ORDER,
    'taken-again (sent) (arrived) (testing) (reported)',
  ],
  ['cancelled', SAMPLE, { ...ORDER, state: 'cancelled', cancelledAt: AT }, 'collected cancelled'],
] as [string, TravellingSample, OrderOfSample, string][])(
  'the way of a sample: %s',
  (_, sample, order, expected) => {
    expect(inWords(sample, order)).toBe(expected)
  },
)

test('a sample that was not in its parcel is to be sent first, and arrives on no known day', () => {
  const history = sampleHistory({ ...SAMPLE, shipment: NOT_IN_IT }, ORDER)
  expect(nextStep(history)).toMatchObject({ kind: 'sent', on: null })
  expect(history.find(({ kind }) => kind === 'arrived')).toMatchObject({ on: null, isLate: false })
})

test('shows the next expected step with its due day, and as late once that has passed', () => {
  const sent = sampleHistory({ ...SAMPLE, shipment: SHIPMENT }, ORDER)
  expect(sent[1]).toMatchObject({ detail: 'Fedex 123456789012', link: SHIPMENT.link, at: AT })
  expect(nextStep(sent)).toMatchObject({ kind: 'arrived', on: '2026-03-09', isLate: true })
  const tested = {
    ...ORDER,
    testingAt: AT,
    expectedOn: '2026-03-30',
    isLate: true,
    state: 'in-process' as const,
  }
  expect(nextStep(sampleHistory(THERE, tested))).toMatchObject({
    kind: 'reported',
    on: '2026-03-30',
    isLate: true,
  })
  expect(nextStep(sampleHistory({ ...THERE, rejected: REJECTED }, ORDER))).toBeNull()
})
