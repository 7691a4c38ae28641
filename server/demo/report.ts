/** A demonstration report of one test, one page. It names no patient, so that all demo orders of a test share it. */
export async function demoReport(
  laboratory: string,
  test: { code: string; testName: string },
  { corrected }: { corrected: boolean },
): Promise<Uint8Array> {
  const { default: PDFDocument } = await import('pdfkit')
  return new Promise((resolve, reject) => {
    const parts: Uint8Array[] = []
    const title = `${corrected ? 'Corrected demonstration' : 'Demonstration'} report: ${test.testName}`
    const pdf = new PDFDocument({
      size: 'LETTER',
      margin: 60,
      info: { Title: title, CreationDate: new Date(0) },
    })
    pdf.on('data', (part: Uint8Array) => parts.push(part))
    pdf.on('end', () => resolve(Buffer.concat(parts)))
    pdf.on('error', reject)
    pdf.font('Helvetica-Bold').fontSize(18).text(laboratory)
    pdf.moveDown(2).fontSize(14).text(title)
    pdf.font('Helvetica').fontSize(11).moveDown()
    pdf.text(`Test code ${test.code}`)
    if (corrected)
      pdf.moveDown().text('This report replaces the one before it. The interpretation was revised.')
    pdf
      .moveDown()
      .text('This order belongs to the demonstration data. Nothing was tested, and nobody is behind it.')
    pdf.moveDown().font('Helvetica-Bold').text('Not for clinical use.')
    pdf.end()
  })
}
