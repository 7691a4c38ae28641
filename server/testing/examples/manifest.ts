import type { Example } from './example.ts'

/** One institution alone may upload manifests, and none of the matrix is asked for what there is: who gets in gets so far. */
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
