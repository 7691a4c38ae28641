import bwip from 'bwip-js'

/** At least this much white on both sides, in modules (ISO/IEC 15417). */
const QUIET = 10

/** `text` as Code 128: the widths of bars and gaps in turn, in modules, beginning with a bar. */
export function code128(text: string): number[] {
  const [symbol] = bwip.raw({ bcid: 'code128', text })
  if (!symbol || !('sbs' in symbol)) throw new Error(`no barcode for ${text}`)
  return symbol.sbs
}

/**
 * Draws the barcode of `text` with its right or left edge in place, quiet zones included; `most` is the width that it
 * may have. A module is at most 1.3 points wide: what common scanners read best on paper.
 */
export function drawBarcode(
  page: PDFKit.PDFDocument,
  text: string,
  {
    x,
    y,
    most,
    height,
    align = 'left',
  }: { x: number; y: number; most: number; height: number; align?: 'left' | 'right' },
): void {
  const widths = code128(text)
  const modules = widths.reduce((sum, width) => sum + width, 2 * QUIET)
  const unit = Math.min(1.3, most / modules)
  // The quiet zone of the outer side lies in the margin beside.
  let at = align === 'left' ? x : x + most - (modules - 2 * QUIET) * unit
  widths.forEach((width, index) => {
    if (index % 2 === 0) page.rect(at, y, width * unit, height)
    at += width * unit
  })
  page.fillColor('#000000').fill()
}
