import type { Example } from './example.ts'
import { indexOfHospital } from './orders.ts'

/** One request for each route of treatments; access-matrix.test.ts makes one at each institution. */
export const treatmentsExamples: Record<string, Example> = {
  'treatments.get': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Treatment/${1 + indexOfHospital(hospital)}`,
    answer: 200,
    ...{ anywhere: true, byNumber: true },
  },
  'treatments.lastViewed': {
    needs: ['ViewOrder'],
    path: () => '/api/treatment/last-viewed',
    // No treatment has this id.
    body: { treatmentId: 999_999_999 },
    answer: 404,
    anywhere: true,
  },
}
