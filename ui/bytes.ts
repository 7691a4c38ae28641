const UNITS = [
  [1024 * 1024, 'MB'],
  [1024, 'kB'],
  [1, 'bytes'],
] as const

/** A file size for display: `1.4 MB`, `312 kB`, `17 bytes`; MB as in the upload limit. */
export function showBytes(bytes: number): string {
  const [size, unit] = UNITS.find(([size]) => bytes >= size) ?? [1, 'bytes']
  const figure = bytes / size
  return `${unit === 'MB' && figure < 100 ? Math.round(figure * 10) / 10 : Math.round(figure)} ${unit}`
}
