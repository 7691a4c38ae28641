import type { NpiRecord } from '#domain/npi/npi-record.ts'

export interface NpiRegistry {
  /** The registry's record of a number; null if there is none. Throws {@link RegistryAway}. */
  lookup(npi: string): Promise<NpiRecord | null>
  /** The record found within the last hour, without a request; undefined if there is none. */
  recent(npi: string): NpiRecord | undefined
}

/**
 * The registry is unreachable or gives an incomprehensible answer: we can't tell whether it has the number.
 */
export class RegistryAway extends Error {
  override name = 'RegistryAway'
}
