/** Card of the dashboard: changes of reports that the reader has not confirmed. */
export { NoticesCard } from './NoticesCard.tsx'
/** Query of the reports of an order, and of the changes that the reader has not confirmed. */
export { reportsOptions, useNotices } from './queries.ts'
/** What is said of a report in question. */
export { QUESTIONED_ADVICE, QUESTIONED_WORDS } from './questioned.ts'
/** Banners of an order: new, changed and withdrawn reports. */
export { ReportBanners } from './ReportBanners.tsx'
/** Card of an order: its reports in their versions. */
export { ReportsCard } from './ReportsCard.tsx'
/** A report to read, or two versions side by side. */
export { ReportViewer } from './ReportViewer.tsx'
/** Which versions the address asks for, and the fragment under which two stand side by side. */
export { compareHash, newestCurrent, versionsInAddress } from './versions.ts'
/** What the laboratory says of a change. */
export { changeInWords } from './words.ts'
