import type { Example } from './example.ts'
import { FIRST_FAMILY } from './families.ts'
import { FIRST_KIT } from './kits.ts'
import { indexOfHospital, sampleOf } from './orders.ts'

const byNumber = { answer: 200, anywhere: true, byNumber: true } as const

/** One request for each route of places. */
export const placesExamples: Record<string, Example> = {
  'places.order': {
    needs: ['ViewOrder'],
    path: ({ order }) => `/api/places/orders/${order}`,
    ...byNumber,
  },
  'places.sample': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/places/samples/${sampleOf(hospital)}`,
    ...byNumber,
  },
  'places.family': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/places/families/${FIRST_FAMILY + indexOfHospital(hospital)}`,
    ...byNumber,
  },
  'places.kit': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/places/kits/${FIRST_KIT + indexOfHospital(hospital)}`,
    ...byNumber,
  },
  'places.user': {
    needs: ['ViewUser', 'CreateUser'],
    path: ({ user }) => `/api/places/users/${user || 999_999}`,
    ...byNumber,
  },
}
