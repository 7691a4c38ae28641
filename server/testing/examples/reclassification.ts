import type { Example, ExampleIds } from './example.ts'

const at =
  (rest: string) =>
  ({ hospital }: ExampleIds) =>
    `/api/reclassifications/${hospital}/999999999${rest}`
const missing = { needs: ['ViewOrder'], answer: 404 } as const

/** One request for each route of reclassifications. None has this number. */
export const reclassificationExamples: Record<string, Example> = {
  'reclassification.get': { ...missing, needs: ['ViewOrder'], path: at('') },
  'reclassification.step': {
    ...{ ...missing, needs: ['ViewOrder'], path: at('/steps') },
    body: { revision: 1, step: 'orderer-told', way: 'phone' },
  },
  'reclassification.writeLetter': {
    ...{ ...missing, needs: ['ViewOrder'], path: at('/letters') },
    body: { revision: 1, relative: null },
  },
  'reclassification.previewLetter': {
    ...{ ...missing, needs: ['ViewOrder'], path: at('/letters/preview') },
    body: { revision: 1, relative: null },
  },
  'reclassification.letter': { ...missing, needs: ['ViewOrder'], path: at('/letters/1') },
  'reclassification.close': {
    ...{ ...missing, needs: ['ViewOrder'], path: at('/close') },
    body: { revision: 1, statement: 'Seen through' },
  },
}
