import type { Order } from '#contract/order.ts'
import { whoIs } from '#domain/orders/family.ts'
import { markedFileName } from '#domain/reports/file-name.ts'

type Of = Pick<Order, 'accessionNumber' | 'id' | 'document'>
interface One {
  report: { person: string; testCode: string }
  version: { number: number } & Parameters<typeof markedFileName>[1]
}

/**
 * The name under which a report is saved: told apart by laboratory number, without the patient's name; and what it is.
 * Whose and of which test it says where the order may have several: `report-26-1-fetus-B-v1.pdf`.
 */
export function reportFileName({ accessionNumber, id, document }: Of, { report, version }: One): string {
  const whose = report.person === document.patients[0]?.key ? '' : whoIs(document, report.person)
  const parts = [
    ...['report', accessionNumber ?? id, whose.replace(/^the /, '')],
    ...[document.tests.length > 1 ? report.testCode : '', `v${version.number}`],
  ]
  return markedFileName(`${parts.filter(Boolean).join('-').replaceAll(' ', '-')}.pdf`, version)
}
