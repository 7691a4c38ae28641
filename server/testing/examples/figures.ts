import type { Example } from './example.ts'

/** The request for a clinic's figures. */
export const figuresExamples: Record<string, Example> = {
  'figures.get': {
    needs: ['ViewOrder'],
    path: ({ hospital }) => `/api/figures/${hospital}?from=2026-01&to=2026-12`,
    answer: 200,
  },
}
