/** Part of an order's page: findings since the report, and whether its data is analyzed again. */
export { ReanalysisPart } from './ReanalysisPart.tsx'
