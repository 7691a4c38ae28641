import { markedFileName } from '#domain/reports/file-name.ts'

/** The name under which a report is saved: told apart by laboratory number, without the patient's name; and what it is. */
export function reportFileName(
  order: { accessionNumber: string | null; id: number },
  version: { version: number } & Parameters<typeof markedFileName>[1],
): string {
  return markedFileName(`report-${order.accessionNumber ?? order.id}-v${version.version}.pdf`, version)
}
