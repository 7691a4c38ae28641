import type { NpiRecord } from '#domain/npi/npi-record.ts'

export interface NpiRegistry {
  /** What the registry says of a number; null when it knows none such. Throws {@link RegistryAway}. */
  lookup(npi: string): Promise<NpiRecord | null>
  /** What it said within the last hour, without asking; undefined: it has to be asked. */
  recent(npi: string): NpiRecord | undefined
}

/** The registry can't be asked, or answers what can't be understood: whether it knows the number is not known. */
export class RegistryAway extends Error {
  override name = 'RegistryAway'
}
