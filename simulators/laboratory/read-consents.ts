import type { Hl7Segment } from '@medplum/core'
import { textOf } from '#adapters/hl7/message.ts'
import type { ReceivedWithdrawal } from './received.ts'

/** The consent withdrawn in an addition to an order: OBX CONSENT-WITHDRAWN, with N for each consent. */
export function withdrawnConsent(below: readonly Hl7Segment[]): ReceivedWithdrawal | null {
  const answers = below.filter(({ name }) => name === 'OBX')
  const withdrawal = answers.find((obx) => textOf(obx, 3) === 'CONSENT-WITHDRAWN')
  if (!withdrawal) return null
  const held = answers.find((obx) => textOf(obx, 3) === 'CONSENT-HOLD')
  const [, number = '', words = ''] = /^([^:]+): (.*)$/s.exec(held ? textOf(held, 5) : '') ?? []
  return {
    of: textOf(withdrawal, 4),
    items: answers
      .filter((obx) => textOf(obx, 3, 2) === 'Consent' && textOf(obx, 5) === 'N')
      .map((obx) => textOf(obx, 3)),
    hold: number === '' ? null : { number, words },
  }
}

/** The consents that were agreed to (OBX Consent with Y), each once: every test repeats them. */
export function agreedConsents(segments: readonly Hl7Segment[]): { of: string; id: string }[] {
  const agreed = segments
    .filter((one) => one.name === 'OBX' && textOf(one, 3, 2) === 'Consent' && textOf(one, 5) === 'Y')
    .map((obx) => ({ of: textOf(obx, 4), id: textOf(obx, 3) }))
  return agreed.filter(
    ({ of, id }, index) => agreed.findIndex((one) => one.of === of && one.id === id) === index,
  )
}
