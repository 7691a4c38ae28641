import type { Example, ExampleIds } from './example.ts'

const at =
  (rest: string) =>
  ({ hospital }: ExampleIds) =>
    `/api/Orders/${hospital}/${rest}`

/** One request for each route of what orders wait for. */
export const followingExamples: Record<string, Example> = {
  // No order of this world has a question of the laboratory.
  'following.answer': {
    needs: ['CreateOrder'],
    path: ({ hospital, order }) => `/api/Orders/${hospital}/${order}/holds/999999999/answer`,
    body: { text: 'A variant of uncertain significance.', documents: [] },
    answer: 404,
  },
  'following.headerAlert': { needs: ['ViewOrder'], path: at('header-alert'), answer: 200 },
  'following.notifications': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/Samples/${hospital}/notification`,
    answer: 200,
  },
  'following.blocked': { needs: ['ViewOrder'], path: at('blocked'), answer: 200 },
  'following.pipeline': { needs: ['ViewOrder'], path: at('pipeline'), answer: 200 },
}
