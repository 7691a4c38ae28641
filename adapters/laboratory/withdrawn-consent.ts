import type { Hl7Segment } from '@medplum/core'
import { type Answer, answerSegments, line, text, yesNo } from './answers.ts'
import { consentObtained, destroyBy } from './consent-answers.ts'
import { personNumber } from './patient-segments.ts'
import type { WithdrawnConsent } from './port.ts'

/**
 * A withdrawn consent in a change to an order: OBX with N for each withdrawn consent and the day of the
 * withdrawal in OBX-14, the reason, until when the specimen may be kept since then, and the hold that stops testing.
 */
export function withdrawalSegments(orderId: number, withdrawal: WithdrawnConsent): Hl7Segment[] {
  const { consent, items, on, reason, hold } = withdrawal
  const about = { about: personNumber(orderId, consent.person) }
  const answers: Answer[] = [
    ...items.flatMap((id) => yesNo([id, 'Consent'], false, { ...about, day: on })),
    ...(consent.items.some(({ id, isTesting }) => isTesting && items.includes(id))
      ? consentObtained(consent, about)
      : []),
    ...text(['CONSENT-WITHDRAWN', 'Consent withdrawn, because'], reason, { ...about, day: on }),
    ...destroyBy(consent, about),
    ...(hold
      ? line(['CONSENT-HOLD', 'Testing stops until the clinic decides'], `${hold.key}: ${hold.words}`, about)
      : []),
  ]
  return answerSegments(answers)
}
