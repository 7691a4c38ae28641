import type { Example } from './example.ts'

export const resultsExamples: Record<string, Example> = {
  'results.search': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/results/${hospital}?gene=BRCA2`,
    answer: 200,
  },
}
