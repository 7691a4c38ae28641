import { randomUUID } from 'node:crypto'
import type { Asked, Example } from './example.ts'
import { placeOf, sampleOf } from './orders.ts'

const sample =
  (rest = '') =>
  ({ hospital }: Asked) =>
    `/api/samples/${hospital}/${sampleOf(hospital)}${rest}`

/** One request for each route of samples. Where no institution is named, it is the sample's. */
export const samplesExamples: Record<string, Example> = {
  'samples.get': { needs: ['ViewOrder'], path: sample(), answer: 200 },
  // The specimens of this world have arrived.
  'samples.put': {
    needs: ['CreateOrder'],
    path: sample(),
    body: { shipCarrierToBG: null, shipTrackingNoToBG: null },
    answer: 409,
  },
  'samples.addTest': {
    needs: ['CreateOrder'],
    path: sample('/add-test'),
    body: { draftKey: randomUUID(), testCodes: ['CYS4'] },
    answer: 201,
  },
  'samples.availability': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/samples/${sampleOf(hospital)}/availability-requests`,
    answer: 200,
    anywhere: true,
    byNumber: true,
  },
  'samples.askAvailability': {
    needs: ['CreateOrder'],
    path: sample('/request-addon-availability'),
    body: { testCode: 'CYS4' },
    answer: 201,
  },
  'samples.answerAvailability': {
    needs: 'support',
    path: () => '/api/samples/availability-request/999999999/answer',
    body: { isAvailable: true, note: '' },
    answer: 404,
  },
  'samples.markOrdered': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/samples/availability-request/${1 + placeOf(hospital)}/mark-ordered`,
    body: { orderId: null },
    answer: 200,
    anywhere: true,
    byNumber: true,
  },
}
