/** An address under which this page, and nobody else, can show the bytes. Give it back with `URL.revokeObjectURL`. */
export function fileAddress(bytes: Uint8Array, mediaType: string): string {
  return URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: mediaType }))
}

/** Downloads the bytes under a name. */
export function saveFile(
  bytes: Uint8Array,
  { filename, mediaType }: { filename: string; mediaType: string },
) {
  const address = fileAddress(bytes, mediaType)
  const anchor = document.createElement('a')
  anchor.href = address
  anchor.download = filename
  anchor.click()
  // The browser reads the address some time after this turn, and does not say when.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
