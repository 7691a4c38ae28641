/** A `dateTime` or `instant`; null where there is none, or none that is. Without an offset UTC is taken. */
export function timeOf(written: string | undefined): Date | null {
  if (!written) return null
  const isLocal = /T[\d:.]+$/.test(written)
  const time = new Date(isLocal ? `${written}Z` : written)
  return Number.isNaN(time.getTime()) ? null : time
}
