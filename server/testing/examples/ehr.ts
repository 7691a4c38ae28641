import type { Example } from './example.ts'

/** One request for each route of the page of hospitals' orders. No interface has this code. */
export const ehrExamples: Record<string, Example> = {
  'ehr.overview': { needs: 'support', path: () => '/api/laboratory/ehr', answer: 200 },
  'ehr.map': {
    needs: 'support',
    path: () => '/api/laboratory/ehr/NONE/maps',
    body: { kind: 'question', code: 'Q1', meaning: 'note' },
    answer: 404,
  },
  'ehr.setAdvice': {
    needs: 'support',
    path: () => '/api/laboratory/ehr/NONE/advice',
    body: { on: true },
    answer: 404,
  },
  'ehr.sendAgain': {
    needs: 'support',
    path: () => '/api/laboratory/ehr/messages/999999999/send-again',
    answer: 404,
  },
  'ehr.sendAllAgain': {
    needs: 'support',
    path: () => '/api/laboratory/ehr/NONE/messages/send-again',
    answer: 404,
  },
  'ehr.skip': {
    needs: 'support',
    path: () => '/api/laboratory/ehr/messages/999999999/skip',
    body: { reason: 'Filed by hand' },
    answer: 404,
  },
  // Nothing of the order waits for a release.
  'ehr.release': {
    needs: ['SubmitOrder'],
    path: ({ hospital, order }) => `/api/Orders/${hospital}/${order}/release-to-record-system`,
    answer: 409,
  },
}
