import type { Example } from './example.ts'

/** One request for each route of launches; access-matrix.test.ts makes one at each institution. */
export const launchesExamples: Record<string, Example> = {
  'launches.open': {
    needs: ['CreateOrder'],
    // No launch has this id: it is not found whoever asks.
    path: () => '/api/launches/00000000-0000-4000-8000-000000000000/open',
    body: { proof: 'a'.repeat(43), link: false },
    answer: 404,
    anywhere: true,
  },
  'launches.ofDraft': {
    needs: ['CreateOrder'],
    path: ({ hospital, order }) => `/api/Orders/${hospital}/${order}/chart`,
    answer: 200,
  },
}
