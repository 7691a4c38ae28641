import type { Example } from './example.ts'

const results = (rest: string) => () => `/api/laboratory/results${rest}`
const reason = 'Checked with the laboratory'

/** One request for each route of reports and of the result desk. Nothing is waiting there, and no user has a notice. */
export const reportsExamples: Record<string, Example> = {
  'reports.list': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/reports`,
    answer: 200,
  },
  'reportChanges.compare': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/reports/1/changes/2`,
    answer: 404,
  },
  'reportChanges.classes': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/reports/classes`,
    answer: 200,
  },
  'reports.part': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/reports/1/parts/1`,
    answer: 200,
  },
  'reports.data': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/reports/data/csv`,
    answer: 404,
  },
  'reports.acknowledge': {
    needs: ['ViewOrder'],
    path: ({ hospital, order }) => `/api/orders/${hospital}/${order}/reports/1/notice`,
    answer: 404,
  },
  'reports.notices': {
    needs: ['ViewOrder'],
    path: () => '/api/reports/notices',
    answer: 200,
    anywhere: true,
  },
  'resultDesk.list': { needs: 'support', path: results(''), answer: 200 },
  'resultDesk.read': { needs: 'support', path: results('/999999999'), answer: 404 },
  'resultDesk.document': { needs: 'support', path: results('/999999999/parts/1'), answer: 404 },
  'resultDesk.reportDocument': {
    ...{ needs: 'support', path: results('/999999999/reports/1/parts/1'), answer: 404 },
  },
  'resultDesk.candidates': { needs: 'support', path: results('/999999999/orders/1'), answer: 404 },
  'resultDesk.take': { needs: 'support', path: results('/999999999/take'), body: { reason }, answer: 404 },
  'resultDesk.assign': {
    ...{ needs: 'support', path: results('/999999999/assign'), answer: 404 },
    body: { reason, orderId: 1, person: 'proband' },
  },
  'resultDesk.refuse': {
    needs: 'support',
    path: results('/999999999/refuse'),
    body: { reason },
    answer: 404,
  },
  'resultDesk.notices': { needs: 'support', path: () => '/api/laboratory/report-notices', answer: 200 },
}
