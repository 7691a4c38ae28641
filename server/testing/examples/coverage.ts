import { insuredOrder } from '../world-payers.ts'
import type { Example, ExampleIds } from './example.ts'
import { indexOfHospital } from './orders.ts'

/** The first check and the first estimate of a database are the parent's (access-matrix.test.ts makes one of each). */
const FIRST_CHECK = 800_001
const FIRST_ESTIMATE = 900_001

/** The request of every client: sent twice at an institution, it is one check. */
export const PRICED = {
  document: insuredOrder({ company: 'Tidewater Mutual', memberId: 'TM-1' }),
  orderId: null,
}

const at = (rest: (ids: ExampleIds) => string) => (ids: ExampleIds) =>
  `/api/Coverage/${ids.hospital}/${rest(ids)}`
const ofOrder = (rest: string) => (ids: ExampleIds) => `/api/Orders/${ids.hospital}/${ids.order}/${rest}`
const create = { needs: ['CreateOrder'] }
const view = { needs: ['ViewOrder'] }

/** One request for each route of coverage. No letter has this version. */
export const coverageExamples: Record<string, Example> = {
  'coverage.payers': { needs: 'active user', path: () => '/api/payers', answer: 200 },
  'coverage.price': { ...create, path: at(() => 'price'), body: PRICED, answer: 200 },
  'coverage.check': { ...create, path: at(() => 'check'), body: PRICED, answer: 200 },
  'coverage.checkById': {
    ...view,
    path: at(({ hospital }) => `checks/${FIRST_CHECK + indexOfHospital(hospital)}`),
    answer: 200,
  },
  'coverage.keepEstimate': { ...create, path: at(() => 'estimates'), body: PRICED, answer: 201 },
  'coverage.estimatePdf': {
    ...view,
    path: at(({ hospital }) => `estimates/${FIRST_ESTIMATE + indexOfHospital(hospital)}/pdf`),
    answer: 200,
  },
  'coverage.ofOrder': { ...view, path: ofOrder('coverage'), answer: 200 },
  'coverage.authorization': { ...view, path: ofOrder('authorization'), answer: 200 },
  'coverage.saveLetter': {
    ...create,
    path: ofOrder('authorization/letter'),
    body: { version: 999_999, text: 'It is needed.' },
    answer: 412,
  },
  'coverage.signLetter': {
    needs: ['SubmitOrder'],
    path: ofOrder('authorization/sign'),
    body: { version: 0, text: '' },
    answer: 422,
  },
  'coverage.packet': { ...view, path: ofOrder('authorization/packet'), answer: 200 },
}
