import { STATUS_MEANING, STATUS_WORDS } from '#domain/reports/words.ts'
import type { DemoLabUpdate } from './lab-update.ts'

/** The laboratory's comment on a demo report that was amended without a new finding. */
export const REVISION = 'The interpretation was revised.'

/**
 * A one-page demo report of one test that states its own status. It names no patient, so that all demo orders
 * of a test share it.
 */
export async function demoReport(
  laboratory: string,
  test: { code: string; testName: string },
  status: DemoLabUpdate['status'],
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    const title = `${status === 'final' ? 'Demonstration report' : `Demonstration report, ${STATUS_WORDS[status].toLowerCase()}`}: ${test.testName}`
    const pdf = new PDFDocument({
      size: 'LETTER',
      margin: 60,
      info: { Title: title, CreationDate: new Date(0) },
    })
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
    pdf.font('Helvetica-Bold').fontSize(18).text(laboratory)
    pdf.moveDown(2).fontSize(14).text(title)
    pdf.font('Helvetica').fontSize(11).moveDown()
    pdf.text(`Test code ${test.code}`)
    if (status !== 'final') pdf.moveDown().text(STATUS_MEANING[status])
    pdf
      .moveDown()
      .text(
        'This order is part of the demonstration data. Nothing was tested, and no real person is involved.',
      )
    pdf.moveDown().font('Helvetica-Bold').text('Not for clinical use.')
    pdf.end()
  })
}
