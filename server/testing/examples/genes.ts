import type { Example } from './example.ts'

export const geneExamples: Record<string, Example> = {
  'genes.search': { needs: 'active user', path: () => '/api/genes?keywords=SCN1A', answer: 200 },
}
