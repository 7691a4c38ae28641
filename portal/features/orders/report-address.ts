import type { Order } from '#contract/order.ts'

type Report = Order['reports'][number]

export function newestReport(reports: readonly Report[]): Report | null {
  return reports.toSorted((a, b) => b.version - a.version)[0] ?? null
}

/** The correction that stands in a report's place; null while it is the one to use. */
export function replacementOf(report: Report, reports: readonly Report[]): Report | null {
  const newest = newestReport(reports.filter(({ testCode }) => testCode === report.testCode))
  return newest && newest.version > report.version ? newest : null
}

/** The fragment under which a report is open on the order's page; the newest has none of its own, so that a link lasts. */
export function reportHash(report: Report, reports: readonly Report[]): string {
  return report.version === newestReport(reports)?.version ? 'report' : `report-${report.version}`
}

/** The report that the address asks for, or null. A version that does not exist is answered by the newest. */
export function reportInAddress(hash: string, reports: readonly Report[]): Report | null {
  const match = /^report(?:-(\d+))?$/.exec(hash)
  if (!match) return null
  return reports.find((report) => report.version === Number(match[1])) ?? newestReport(reports)
}

/** The fragment under which the requisition is open. */
export const REQUISITION_HASH = 'requisition'
