import type { Consent, Reference } from 'fhir/r4.js'
import { confirmedInWords, givenInWords } from '#domain/consent/in-words.ts'
import type { ConsentOfPerson } from '#domain/consent/ledger.ts'
import { consentDocument } from '../consent-answers.ts'
import { personNumber } from '../patient-segments.ts'
import { institutionReference, type OfOrder, personReference } from './people.ts'
import { identifier, type Refer, SYSTEMS } from './systems.ts'
import { dayOf } from './tidy.ts'

/** One person's consent: each statement as a provision that permits or denies, and the very words as a document. */
export function consentResource(order: OfOrder, consent: ConsentOfPerson, refer: Refer): Consent {
  const { person, items, record } = consent
  const given = dayOf(dayGiven(consent))
  const confirmed = confirmedInWords(consent)
  return {
    resourceType: 'Consent',
    ...(confirmed ? { extension: [{ url: SYSTEMS.consentConfirmed, valueString: confirmed }] } : {}),
    identifier: [identifier(SYSTEMS.consent, personNumber(order.orderId, person))],
    status: statusOf(consent),
    scope: {
      coding: [{ system: 'http://terminology.hl7.org/CodeSystem/consentscope', code: 'treatment' }],
    },
    category: [{ coding: [{ system: 'http://loinc.org', code: '59284-0', display: 'Consent Document' }] }],
    patient: personReference(order, person, refer),
    ...(given ? { dateTime: given } : {}),
    performer: [signerOf(order, consent, refer)],
    organization: [institutionReference(order, refer)],
    sourceAttachment: {
      contentType: 'text/plain',
      language: record?.language || 'en',
      data: Buffer.from(consentDocument(consent), 'utf8').toString('base64'),
      title: `Consent of ${consent.name}`,
    },
    // R4 requires a policy; the text is in the document.
    policyRule: { text: 'As stated in the attached document' },
    provision: {
      type: 'deny',
      provision: items.flatMap(({ id, title, answer, withdrawn }) =>
        answer === null
          ? []
          : [
              {
                type: answer && withdrawn === null ? ('permit' as const) : ('deny' as const),
                code: [{ coding: [{ system: SYSTEMS.consentItem, code: id }], text: title }],
                // The day from which it is denied.
                ...(withdrawn ? { period: { start: withdrawn.on } } : {}),
              },
            ],
      ),
    },
  }
}

const dayGiven = ({ record, attested }: ConsentOfPerson) => (record ? record.signedOn : (attested?.on ?? ''))

/**
 * By the consent for testing: given, refused, or withdrawn since. Without that statement it is inactive once all that
 * was agreed to is withdrawn.
 */
function statusOf({ items }: ConsentOfPerson): Consent['status'] {
  const testing = items.find(({ isTesting }) => isTesting)
  const deciding = testing ? [testing] : items
  const agreed = deciding.filter(({ answer }) => answer === true)
  if (agreed.length > 0) return agreed.every(({ withdrawn }) => withdrawn) ? 'inactive' : 'active'
  return deciding.some(({ answer }) => answer === false) ? 'rejected' : 'proposed'
}

/** The patient, or the other signer by name. */
function signerOf(order: OfOrder, consent: ConsentOfPerson, refer: Refer): Reference {
  return consent.record?.signer === 'patient'
    ? personReference(order, consent.person, refer)
    : { display: givenInWords(consent) }
}
