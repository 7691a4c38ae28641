import type { Example } from './example.ts'

/** Only one institution may upload manifests, and none of the matrix's is it: admitted clients get this reply. */
export const manifestExamples: Record<string, Example> = {
  'manifest.template': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/orders/test-code/NONE/hospital-code/${hospital}/template`,
    answer: 404,
  },
  'manifest.import': {
    needs: ['CreateOrder'],
    path: ({ hospital }) => `/api/orders/test-code/WES1/hospital-code/${hospital}/import`,
    body: new FormData(),
    answer: 422,
  },
}
