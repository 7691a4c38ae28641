import type { Example } from './example.ts'

export const retentionExamples: Record<string, Example> = {
  'retention.overview': { needs: 'support', path: () => '/api/laboratory/retention', answer: 200 },
}
