import { randomUUID } from 'node:crypto'
import type { Example, ExampleIds } from './example.ts'

const order =
  (rest: string) =>
  ({ hospital, order }: ExampleIds) =>
    `/api/Orders/${hospital}/${order}${rest}`

/** One request for each route about reanalysis. No HPO release is imported there, and no result is data. */
export const reanalysisExamples: Record<string, Example> = {
  'reanalysis.get': { needs: ['ViewOrder'], path: order('/reanalysis'), answer: 200 },
  'reanalysis.recordFindings': {
    needs: ['CreateOrder'],
    path: order('/findings'),
    body: {
      findings: [{ patient: 'proband', termId: 'HP:0001250', status: 'present' }],
      observedOn: '2026-03-12',
    },
    answer: 422,
  },
  'reanalysis.draft': {
    needs: ['CreateOrder'],
    path: order('/reanalysis'),
    body: { draftKey: randomUUID(), testCode: 'WES1' },
    answer: 404,
  },
  'reanalysis.later': {
    needs: ['ViewOrder'],
    path: order('/reanalysis/later'),
    body: { testCode: 'WES1', revision: 1, on: '2030-01-31' },
    answer: 404,
  },
  'reanalysis.close': {
    needs: ['ViewOrder'],
    path: order('/reanalysis/close'),
    body: { testCode: 'WES1', revision: 1, reason: 'ordered' },
    answer: 404,
  },
}
