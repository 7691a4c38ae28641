import bwip from 'bwip-js'

/** The minimum quiet zone on both sides, in modules (ISO/IEC 15417). */
const QUIET = 10

/** `text` as Code 128: bar and gap widths in turn, in modules, starting with a bar. */
export function code128(text: string): number[] {
  const [symbol] = bwip.raw({ bcid: 'code128', text })
  if (!symbol || !('sbs' in symbol)) throw new Error(`no barcode for ${text}`)
  return symbol.sbs
}

/**
 * Draws the barcode for `text` with its right or left edge at the given place, quiet zones included, in a
 * width of at most `most`. A module is at most 1.3 points wide, which common scanners read best on paper.
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
  // The outer quiet zone is in the page margin.
  let at = align === 'left' ? x : x + most - (modules - 2 * QUIET) * unit
  widths.forEach((width, index) => {
    if (index % 2 === 0) page.rect(at, y, width * unit, height)
    at += width * unit
  })
  page.fillColor('#000000').fill()
}
