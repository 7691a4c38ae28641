import type { InsuranceKind } from '../lookups.ts'
import { searchable } from '../text/searchable.ts'

/** A payer of the laboratory's directory. */
export interface Payer {
  readonly id: string
  readonly name: string
  /** Other names and spellings by which clinics know it. */
  readonly aliases: readonly string[]
  readonly kind: InsuranceKind
  /** By which the clearinghouse knows it; null: it answers no electronic questions. */
  readonly clearinghouseId: string | null
  /** Regular expressions, one of which a member ID fits whole; empty: any does. */
  readonly memberIdPatterns: readonly string[]
  /** What a member ID looks like, in words. */
  readonly memberIdHint: string
  readonly phone: string
}

/** A payer's name as it is compared: case, accents, punctuation and spaces do not count. */
export function plainName(name: string): string {
  return searchable(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The payer that somebody means by a name: the name itself, else an alias, however it is spelled. */
export function findPayer<P extends Payer>(payers: readonly P[], name: string): P | null {
  const plain = plainName(name)
  if (plain === '') return null
  return (
    payers.find((payer) => plainName(payer.name) === plain) ??
    payers.find((payer) => payer.aliases.some((alias) => plainName(alias) === plain)) ??
    null
  )
}

/** Without the spaces and hyphens that a card puts between, in capitals. */
export function plainMemberId(memberId: string): string {
  return memberId.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
}

/** Whether a member ID can be one of the payer's. Spaces and hyphens between, and case, do not count. */
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

/** What is said of a member ID that does not look like the payer's; null where it does, or is not typed yet. */
export function memberIdNotice(
  payer: Pick<Payer, 'name' | 'memberIdPatterns' | 'memberIdHint'>,
  memberId: string,
): string | null {
  if (memberId.trim() === '' || memberIdFits(payer, memberId)) return null
  const hint = payer.memberIdHint && `: ${payer.memberIdHint}`
  return `This does not look like a member ID from ${payer.name}${hint}. Compare it with the card.`
}

/** A member ID as the payer is asked about it: as its own patterns have it, or as it was typed. */
export function memberIdToAsk(payer: Payer, memberId: string): string {
  const isKnownForm = payer.memberIdPatterns.length > 0 && memberIdFits(payer, memberId)
  return isKnownForm ? plainMemberId(memberId) : memberId.trim()
}
