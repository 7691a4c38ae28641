import type { OrderDocument, PatientKey } from '../orders/document.ts'
import { personOfRecord } from '../orders/subject.ts'
import { REPORTED_AS } from '../results/choices.ts'
import type { ConsentWithdrawal } from './ledger.ts'

/** As what findings are reported that a person may decline. */
export type FindingSection = (typeof REPORTED_AS)[number][1]
export const FINDING_SECTIONS = REPORTED_AS.map(([, code]) => code)

/** The consent that decides about each section of findings; a section without one is never declined. */
export type ConsentFindings = Readonly<Partial<Record<FindingSection, string>>>

/**
 * The sections of findings that a person declined: answered no, or withdrew before now. What was not asked is not
 * declined. A fetus has no answers of its own: its mother's count.
 */
export function declinedSections(
  document: Pick<OrderDocument, 'patients' | 'pregnancy' | 'consents'>,
  withdrawals: readonly Pick<ConsentWithdrawal, 'patient' | 'items'>[],
  findings: ConsentFindings,
  person: PatientKey,
): ReadonlySet<FindingSection> {
  const whose = personOfRecord(document, person)?.key ?? person
  const isDeclined = (consent: string) =>
    document.consents.some(
      ({ patient, consentId, answer }) => patient === whose && consentId === consent && answer === false,
    ) || withdrawals.some(({ patient, items }) => patient === whose && items.includes(consent))
  return new Set(
    FINDING_SECTIONS.filter((section) => {
      const consent = findings[section]
      return consent !== undefined && isDeclined(consent)
    }),
  )
}

/** The section of a variant by its word, or by a laboratory's own; null: the answer to the question. */
export function findingSection(word: string | undefined): FindingSection | null {
  if (word === undefined) return null
  const listed = REPORTED_AS.find(([one]) => one === word)?.[1]
  if (listed) return listed
  if (/secondary|unsolicited|additional|acmg/i.test(word)) return 'secondary'
  if (/incidental/i.test(word)) return 'incidental'
  if (/carrier/i.test(word)) return 'carrier'
  return /unknown|no known|candidate/i.test(word) ? 'unknown-disease' : null
}
