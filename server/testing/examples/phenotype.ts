import type { Example } from './example.ts'

/** One request for each route of phenotype; access-matrix.test.ts makes one at each institution. */
export const phenotypeExamples: Record<string, Example> = {
  'phenotype.terms': {
    needs: 'active user',
    path: () => '/api/phenotype/terms?keywords=seizure',
    answer: 200,
  },
  'phenotype.suggestions': {
    needs: 'active user',
    path: () => '/api/phenotype/suggestions',
    body: { text: 'No seizures', prenatal: false },
    answer: 200,
  },
  'phenotype.phenopackets': {
    needs: 'active user',
    path: () => '/api/phenotype/phenopackets',
    body: {
      text: JSON.stringify({
        phenotypicFeatures: [{ type: { id: 'HP:0001250' } }],
        metaData: { phenopacketSchemaVersion: '2.0' },
      }),
    },
    answer: 200,
  },
}
