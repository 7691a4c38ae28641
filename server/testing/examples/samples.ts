import { randomUUID } from 'node:crypto'
import type { Example, ExampleIds } from './example.ts'
import { indexOfHospital, sampleOf } from './orders.ts'

const sample =
  (rest = '') =>
  ({ hospital }: ExampleIds) =>
    `/api/samples/${hospital}/${sampleOf(hospital)}${rest}`

const ofHospital =
  (rest = '') =>
  ({ hospital }: ExampleIds) =>
    `/api/Samples/${hospital}${rest}`
const numbered =
  (rest = '') =>
  ({ hospital }: ExampleIds) =>
    `/api/Samples/tempSamples/${sampleOf(hospital)}${rest}`

const PARCEL = { shipCarrierToBG: 'Fedex', shipTrackingNoToBG: '123456789012' }

/** One request for each route of samples. If no institution is named, it is the sample's. */
export const samplesExamples: Record<string, Example> = {
  'samples.list': { needs: ['ViewOrder'], path: ofHospital(), answer: 200 },
  'samples.top': { needs: ['ViewOrder'], path: ofHospital('/top/5'), answer: 200 },
  'samples.get': { needs: ['ViewOrder'], path: sample(), answer: 200 },
  'samples.temp': { needs: ['ViewOrder'], path: numbered(), answer: 200, anywhere: true, byNumber: true },
  'samples.tempReferrals': {
    needs: ['ViewOrder'],
    path: numbered('/referrals'),
    answer: 200,
    anywhere: true,
    byNumber: true,
  },
  'samples.referrals': { needs: ['ViewOrder'], path: ofHospital('/referrals'), answer: 200 },
  'samples.whole': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Samples/v2/${hospital}/${sampleOf(hospital)}`,
    answer: 200,
  },
  'samples.report': { needs: ['ViewOrder'], path: sample('/report'), answer: 200 },
  'samples.requisition': { needs: ['ViewOrder'], path: sample('/req'), answer: 200 },
  'samples.files': { needs: ['ViewOrder'], path: sample('/files'), answer: 200 },
  'samples.fileDownload': {
    needs: ['ViewOrder'],
    path: sample('/file-download?fileId=999999999'),
    answer: 404,
  },
  'samples.treatments': { needs: ['ViewOrder'], path: sample('/treatment-recommendation'), answer: 200 },
  'samples.relatedTests': { needs: ['ViewOrder'], path: sample('/related-tests'), answer: 200 },
  'samples.ship': {
    needs: ['CreateOrder'],
    path: ofHospital('/shipments'),
    body: { sampleIds: [999_999_999], ...PARCEL },
    answer: 422,
  },
  'samples.collectedAgain': {
    needs: ['CreateOrder'],
    path: sample('/collected-again'),
    body: { dateOfCollection: '2026-01-05', shipCarrierToBG: null, shipTrackingNoToBG: null },
    answer: 409,
  },
  // This world's specimens have arrived.
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
    path: ({ hospital }) => `/api/samples/availability-request/${1 + indexOfHospital(hospital)}/mark-ordered`,
    body: { orderId: null },
    answer: 200,
    anywhere: true,
    byNumber: true,
  },
}
