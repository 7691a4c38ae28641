import type { OrderDocument, PatientKey } from '../orders/document.ts'
import { personOfRecord } from '../orders/subject.ts'
import { FINDING_SECTIONS, type FindingSection } from '../results/declinable-findings.ts'
import type { ConsentWithdrawal } from './ledger.ts'

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
