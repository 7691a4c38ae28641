import type { NpiRecord } from '#domain/npi/npi-record.ts'

const FRESH_MS = 60 * 60 * 1000
const MOST_REMEMBERED = 1_000

/**
 * Records found in the last hour. A missing record is not cached: a person who has just received a number
 * tries again.
 */
export function recentRecords(now: () => number) {
  const remembered = new Map<string, { record: NpiRecord; at: number }>()
  return {
    get(npi: string): NpiRecord | undefined {
      const known = remembered.get(npi)
      return known && now() - known.at < FRESH_MS ? known.record : undefined
    },
    /** Adds the record just received. */
    note(npi: string, record: NpiRecord | null): void {
      remembered.delete(npi)
      if (record) remembered.set(npi, { record, at: now() })
      const oldest = remembered.keys().next()
      if (remembered.size > MOST_REMEMBERED && !oldest.done) remembered.delete(oldest.value)
    },
  }
}
