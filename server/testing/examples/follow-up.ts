import type { Example, ExampleIds } from './example.ts'

const at =
  (rest: string) =>
  ({ hospital }: ExampleIds) =>
    `/api/follow-up/${hospital}${rest}`

/** One request for each route of follow-ups. No follow-up has this number. */
export const followUpExamples: Record<string, Example> = {
  'followUp.list': { needs: ['ViewOrder'], path: at(''), answer: 200 },
  'followUp.counts': { needs: ['ViewOrder'], path: at('/counts'), answer: 200 },
  'followUp.ofOrder': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/follow-up/${hospital}/orders/${order}`,
    answer: 200,
  },
  'followUp.acknowledge': {
    needs: ['ViewOrder'],
    path: at('/999999999/acknowledge'),
    body: { revision: 1, outcome: 'no-action', statement: '' },
    answer: 404,
  },
  'followUp.assign': {
    needs: ['ViewOrder'],
    path: at('/999999999/owner'),
    body: { ownerId: 1, note: '' },
    answer: 404,
  },
  'followUp.colleagues': { needs: ['ViewOrder', 'CreateUser'], path: at('/colleagues'), answer: 200 },
  'followUp.rules': { needs: ['ViewOrder', 'CreateUser'], path: at('/rules'), answer: 200 },
  'followUp.setRules': {
    needs: ['CreateUser'],
    path: at('/rules'),
    body: {
      days: { changed: 1, positive: 2, uncertain: 5, 'not-stated': 5, negative: 10 },
      escalateTo: { role: 'SuperUser' },
      supportDays: 5,
    },
    answer: 204,
  },
  'followUp.everywhere': { needs: 'support', path: () => '/api/laboratory/follow-up', answer: 200 },
}
