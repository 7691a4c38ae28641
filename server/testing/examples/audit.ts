import type { Example } from './example.ts'

const body = { firstName: 'Linh', lastName: 'Nguyen', dateOfBirth: '2019-03-14' }
const account =
  (rest = '') =>
  ({ hospital }: { hospital: string }) =>
    `/api/audit/${hospital}/accounting${rest}`

/** One request for each route of the audit trail; access-matrix.test.ts sends it for each institution. */
export const auditExamples: Record<string, Example> = {
  'audit.accounting': { needs: ['CreateUser'], path: account(), body, answer: 200 },
  'audit.accountingFile': { needs: ['CreateUser'], path: account('/file'), body, answer: 200 },
}
