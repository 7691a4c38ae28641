export { followReports } from './report-follow-ups.ts'
