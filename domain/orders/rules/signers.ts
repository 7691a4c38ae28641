import { recordOf } from '../../consent/record.ts'
import { signerInOrder, signerInWords, signersDiffer } from '../../consent/signer.ts'
import type { PatientKey } from '../document.ts'
import { whoIs } from '../family.ts'
import type { Finding } from '../points.ts'
import type { RuleInput } from './rule.ts'

/** A consent signed by somebody else than the order names for the person. */
export function differingSigner({ document }: RuleInput, person: PatientKey): Finding[] {
  const patient = document.patients.find(({ key }) => key === person)
  const record = recordOf(document, person)
  const named = patient && signerInOrder(patient)
  if (!record || !named || !signersDiffer(patient, record)) return []
  const index = (document.consentRecords ?? []).indexOf(record)
  return [
    {
      path: `/consentRecords/${index}/signer`,
      rule: 'signer-differs',
      message: `According to the order, ${signerInWords(named)} signs for ${whoIs(document, person)}, but the consent was signed by ${signerInWords(record)}. Correct one of them, or give the reason`,
      warningAbout: `${person} ${record.signer}`,
    },
  ]
}
