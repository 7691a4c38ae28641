/** An order that was moved in: the earlier system, its number there, and a digest of what was moved in. */
export interface EarlierOrder {
  system: string
  number: string
  digest: string
}
