import type { InsuranceKind } from '../lookups.ts'
import { searchable } from '../text/searchable.ts'

/** A payer of the laboratory's directory. */
export interface Payer {
  readonly id: string
  readonly name: string
  /** Other names and spellings that clinics use. */
  readonly aliases: readonly string[]
  readonly kind: InsuranceKind
  /** Its id at the clearinghouse; null: it does not answer electronic requests. */
  readonly clearinghouseId: string | null
  /** Regular expressions, one of which a complete member ID matches; empty: any does. */
  readonly memberIdPatterns: readonly string[]
  /** A description of its member IDs. */
  readonly memberIdHint: string
  readonly phone: string
}

/** A payer's name for comparison: ignores case, accents, punctuation and spaces. */
export function plainName(name: string): string {
  return searchable(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The payer with this name, or otherwise with this alias, in any spelling. */
export function findPayer<P extends Pick<Payer, 'name' | 'aliases'>>(
  payers: readonly P[],
  name: string,
): P | null {
  const plain = plainName(name)
  if (plain === '') return null
  return (
    payers.find((payer) => plainName(payer.name) === plain) ??
    payers.find((payer) => payer.aliases.some((alias) => plainName(alias) === plain)) ??
    null
  )
}

/** In capitals, without the spaces and hyphens printed on a card. */
export function plainMemberId(memberId: string): string {
  return memberId.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}

/** Whether it can be a member ID of this payer. Spaces, hyphens and case are ignored. */
export function memberIdFits(
  { memberIdPatterns }: Pick<Payer, 'memberIdPatterns'>,
  memberId: string,
): boolean {
  const plain = plainMemberId(memberId)
  return (
    memberIdPatterns.length === 0 ||
    memberIdPatterns.some((one) => new RegExp(`^(?:${one})$`, 'u').test(plain))
  )
}

/** The notice for a member ID that does not look like the payer's; null if it does, or is empty. */
export function memberIdNotice(
  payer: Pick<Payer, 'name' | 'memberIdPatterns' | 'memberIdHint'>,
  memberId: string,
): string | null {
  if (memberId.trim() === '' || memberIdFits(payer, memberId)) return null
  const hint = payer.memberIdHint && `: ${payer.memberIdHint}`
  return `This does not look like a member ID from ${payer.name}${hint}. Compare it with the card.`
}

/** The member ID to send to the payer: normalized if it matches the payer's patterns, otherwise as typed. */
export function memberIdToAsk(payer: Payer, memberId: string): string {
  const isKnownForm = payer.memberIdPatterns.length > 0 && memberIdFits(payer, memberId)
  return isKnownForm ? plainMemberId(memberId) : memberId.trim()
}
