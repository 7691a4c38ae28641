import type { Hl7Segment } from '@medplum/core'
import type { OrderDocument, OrderedTest } from '#domain/orders/document.ts'
import { segment } from '../hl7/message.ts'
import { writeTime } from '../hl7/times.ts'

/** MSH-3 to MSH-6 and MSH-11 of our messages. */
export interface Addresses {
  sendingApplication: string
  sendingFacility: string
  receivingApplication: string
  receivingFacility: string
  processingId: string
}

/** MSH of an order message, new or cancelling. */
export function orderHeader(addresses: Addresses, controlId: string, at: Date): Hl7Segment {
  return segment('MSH', {
    3: addresses.sendingApplication,
    4: addresses.sendingFacility,
    5: addresses.receivingApplication,
    6: addresses.receivingFacility,
    7: writeTime(at),
    9: ['OML', 'O21', 'OML_O21'],
    10: controlId,
    11: addresses.processingId,
    12: '2.5.1',
    18: 'UNICODE UTF-8',
  })
}

/** The ordered tests, then the add-ons, each code once. */
export function orderedTests({ tests, addOnTests }: OrderDocument): OrderedTest[] {
  const byCode = new Map<string, OrderedTest>()
  for (const test of [...tests, ...addOnTests])
    if (test.testCode !== '' && !byCode.has(test.testCode)) byCode.set(test.testCode, test)
  return [...byCode.values()]
}

/** OBR-4: the catalogue's code, and the alternative code it was chosen by, if different. */
export function serviceCode({ testCode, testName, displayCode }: OrderedTest): string[] {
  const chosenBy = displayCode !== '' && displayCode !== testCode ? [displayCode, testName, '99DISPLAY'] : []
  return [testCode, testName, 'L', ...chosenBy]
}

/** XCN: the NPI, with its type in components 9 and 13. */
export function providerName(person: { npi: string; firstName: string; lastName: string }): string[] {
  const { npi, firstName, lastName } = person
  return [npi, lastName, firstName, '', '', '', '', '', ...(npi ? ['NPI', 'L', '', '', 'NPI'] : ['', 'L'])]
}

/** XON of the institution: its name, with its code in component 10. */
export function institutionName(addresses: Addresses, { name, code }: { name: string; code: string }) {
  return [name, '', '', '', '', addresses.sendingApplication, 'XX', '', '', code]
}
