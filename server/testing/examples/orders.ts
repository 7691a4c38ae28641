import { randomUUID } from 'node:crypto'
import { CHILD, PARENT, readyOrder } from '../world.ts'
import type { Example, ExampleIds } from './example.ts'

const document = readyOrder()

const order =
  (rest = '') =>
  ({ hospital, order }: ExampleIds) =>
    `/api/Orders/${hospital}/${order}${rest}`

/** The index among three objects made in turn: the parent's, the child's, and the foreign one's for all others. */
export function indexOfHospital(hospital: string): number {
  const index = [PARENT, CHILD].indexOf(hospital)
  return index < 0 ? 2 : index
}

/** The first sample of a database belongs to the parent's order. */
const FIRST_SAMPLE = 500_001
export const sampleOf = (hospital: string) => FIRST_SAMPLE + indexOfHospital(hospital)

/** One request for each route of orders: those that change one are refused, since all are reported. */
export const ordersExamples: Record<string, Example> = {
  'orders.create': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/Orders/${hospital}`,
    body: { draftKey: randomUUID(), document },
    answer: 201,
  },
  'orders.patch': {
    needs: ['CreateOrder'],
    path: order(),
    headers: { 'content-type': 'application/json-patch+json' },
    body: [{ op: 'replace', path: '/clinicalNotes', value: 'changed' }],
    answer: 409,
  },
  'orders.submit': { needs: ['SubmitOrder'], path: order('/approve'), answer: 200 },
  'orders.check': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/Orders/${hospital}/check`,
    body: { document, orderId: null },
    answer: 200,
  },
  'orders.copy': {
    needs: ['CreateOrder'],
    path: order('/copy'),
    body: { draftKey: randomUUID(), as: 'again' },
    answer: 201,
  },
  'orders.relativeTests': { needs: ['CreateOrder'], path: order('/relative-tests'), answer: 200 },
  'orders.people': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Orders/${hospital}/people?lastName=Nguyen`,
    answer: 200,
  },
  'orders.submitters': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/Orders/${hospital}/submitters`,
    answer: 200,
  },
  'orders.colleagues': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/Orders/${hospital}/colleagues`,
    answer: 200,
  },
  'orders.askToSubmit': {
    needs: ['CreateOrder'],
    path: order('/ask-to-submit'),
    body: { physicianId: 1, note: '' },
    answer: 409,
  },
  'orders.sendBack': { needs: ['CreateOrder'], path: order('/send-back'), body: { note: '' }, answer: 409 },
  'orders.handOver': {
    needs: ['CreateOrder'],
    path: order('/hand-over'),
    body: { physicianId: 1 },
    answer: 409,
  },
  'orders.vob': {
    needs: ['CreateOrder'],
    path: order('/vob'),
    body: { vobStatus: 'submitted' },
    answer: 409,
  },
  'orders.cancel': {
    needs: ['SubmitOrder'],
    path: ({ hospital, order }) => `/api/Orders/${hospital}/${order}/cancel/${hospital}`,
    body: { reason: 'None', type: 'Sample' },
    answer: 409,
  },
  // The person has no such consent.
  'orders.withdrawConsent': {
    needs: ['SubmitOrder'],
    path: order('/withdraw-consent'),
    body: { patient: 'proband', items: ['none'], on: '2026-03-12', reason: 'None' },
    answer: 422,
  },
  // The path names no institution: it is the order's.
  'orders.feedback': {
    needs: ['ViewOrder'],
    path: ({ order }) => `/api/Orders/${order}/feedback`,
    body: { rating: 5, text: '' },
    answer: 204,
    anywhere: true,
    byNumber: true,
  },
  'orders.bySample': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Orders/${hospital}/sampleId/${sampleOf(hospital)}`,
    answer: 200,
  },
  'orders.get': { needs: ['ViewOrder'], path: order(), answer: 200 },
  'orders.list': { needs: ['ViewOrder'], path: ({ hospital }) => `/api/Orders/${hospital}`, answer: 200 },
  'orders.listLean': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Orders/v2/${hospital}`,
    answer: 200,
  },
  'orders.historyFilter': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Samples/GetOrderHistoryFilter?hospitalCode=${hospital}`,
    answer: 200,
    anywhere: true,
  },
  'orders.export': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Orders/${hospital}/export`,
    answer: 200,
  },
  'orders.discard': {
    needs: ['CreateOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}`,
    answer: 409,
  },
  'orders.report': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/report`,
    answer: 200,
  },
  'orders.summary': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Samples/${hospital}/dashboard`,
    answer: 200,
  },
}
