import type { Example } from './example.ts'

const messages = (rest: string) => () => `/api/laboratory/messages${rest}`

/** One request for each route of the operator's page. No message has this number. */
export const laboratoryExamples: Record<string, Example> = {
  'laboratory.queues': { needs: 'support', path: () => '/api/laboratory/queues', answer: 200 },
  'laboratory.messages': { needs: 'support', path: messages(''), answer: 200 },
  'laboratory.message': { needs: 'support', path: messages('/out/999999999'), answer: 404 },
  'laboratory.sendAgain': { needs: 'support', path: messages('/out/999999999/send-again'), answer: 404 },
  'laboratory.applyAgain': { needs: 'support', path: messages('/in/999999999/apply-again'), answer: 404 },
}
