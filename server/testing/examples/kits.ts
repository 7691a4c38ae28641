import { randomUUID } from 'node:crypto'
import type { Example, ExampleIds } from './example.ts'
import { indexOfHospital } from './orders.ts'

/** The first kit order of a database belongs to the parent (access-matrix.test.ts orders one at each institution). */
export const FIRST_KIT = 700_001
const kit =
  (rest = '') =>
  ({ hospital }: ExampleIds) =>
    `/api/Kits/${hospital}/${FIRST_KIT + indexOfHospital(hospital)}${rest}`

export const KIT_REQUEST = {
  kitType: 'Saliva' as const,
  quantity: 2,
  kitRecipient: {
    ...{ firstName: 'Ada', lastName: 'Okafor', address1: '1 Lane', address2: 'Suite 4' },
    ...{ city: 'Springvale', zipCode: '60601', state: 'IL', phone: '+16145550101' },
  },
  note: '',
}

/**
 * One request for each route of kits. The first admitted client cancels the kit order; after that the reply
 * is the same.
 */
export const kitsExamples: Record<string, Example> = {
  'kits.all': { needs: 'support', path: () => '/api/Kits', answer: 200 },
  'kits.list': { needs: ['ViewOrder'], path: ({ hospital }) => `/api/Kits/${hospital}`, answer: 200 },
  'kits.order': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/Kits/${hospital}`,
    body: { ...KIT_REQUEST, requestKey: randomUUID() },
    answer: 201,
  },
  'kits.get': { needs: ['ViewOrder'], path: kit(), answer: 200 },
  'kits.cancel': { needs: ['CreateOrder'], path: kit('/cancel'), answer: 200 },
  'kits.receive': { needs: ['CreateOrder'], path: kit('/receive'), answer: 409 },
  'kits.send': {
    needs: 'support',
    path: () => '/api/Kits/P1/999999999/send',
    body: { carrier: 'USPS', trackingNumber: '9400100000000000000006' },
    answer: 404,
  },
}
