/** An address under which this page, and nobody else, can show the bytes. Give it back with `URL.revokeObjectURL`. */
export function pdfAddress(bytes: Uint8Array): string {
  return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }))
}

export function savePdf(bytes: Uint8Array, fileName: string): void {
  const address = pdfAddress(bytes)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = fileName
  anchor.click()
  // The browser reads the address some time after this turn, and does not say when.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
