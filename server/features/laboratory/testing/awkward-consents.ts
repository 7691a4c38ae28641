import { blankRecord } from '#domain/consent/record.ts'
import { type OrderDocument, PROBAND } from '#domain/orders/document.ts'
import type { AwkwardOrder } from './awkward-order.ts'
import { bornYearsAgo, day, daysAgo, from, orderOf, relative } from './awkward-people.ts'

/** The code of a test that asks for secondary findings, and for storage beyond a state's days. */
export const GENOME = 'GEN9'

/** The order for that test, with the answers of each person who is tested. */
function genome(order: OrderDocument, answers: Record<string, Record<string, boolean>>): OrderDocument {
  return {
    ...order,
    tests: order.tests.map((test) => ({ ...test, testCode: GENOME, testName: 'Genome' })),
    consents: Object.entries(answers).flatMap(([patient, given]) =>
      Object.entries(given).map(([consentId, answer]) => ({ patient, consentId, answer, reviewed: true })),
    ),
  }
}

/** Section 5: who consents. */
export const CONSENTS: AwkwardOrder[] = [
  {
    name: '10. a guardian signs for an adult son, by a court order',
    document: () =>
      orderOf(
        'Gran',
        {
          sex: 'Male',
          dateOfBirth: bornYearsAgo(27),
          guardian: {
            ...{ signingReason: 'No capacity', firstName: 'Anne', lastName: 'Gran' },
            ...{ authority: 'Legal guardian', authorityEvidence: 'Court order 12/7', guardianPhone: '' },
          },
        },
        {
          consentRecords: [
            {
              ...blankRecord('proband'),
              ...{ signer: 'legal-guardian', signerName: 'Anne Gran', relation: 'Mother' },
              ...{ evidence: 'Court order 12/7', signedOn: daysAgo(1), method: 'paper', assent: 'unable' },
            },
          ],
        },
      ),
    hl7: [
      '|FT|SIGNER^Who signs^L|{id}-proband|Anne Gran, Legal guardian, Court order 12/7|',
      '|CE|19826-7^Informed consent obtained^LN|{id}-proband|Y^Yes^HL70136|',
      'Court order 12/7',
    ],
    fhir: ['"resourceType":"Consent"', `"dateTime":"${daysAgo(1)}"`, 'Anne Gran'],
  },
  {
    name: '19. a specimen from New York, whose last day counts from its collection',
    document: () => {
      const order = orderOf('Prestrud', { dateOfBirth: bornYearsAgo(44) })
      const [patient] = order.patients
      const address = { ...patient?.addresses[0], addressLine1: '1 Quay', city: 'Troy', state: 'NY' }
      const withAddress = {
        ...order,
        patients: order.patients.map((one) => ({
          ...one,
          addresses: [{ ...address, postalCode: '12180' }] as typeof one.addresses,
        })),
      }
      const answers = { testing: true, 'new-york': true, storage: false, 'secondary-findings': false }
      return genome(from(withAddress, { dateOfCollection: daysAgo(6) }), { [PROBAND]: answers })
    },
    hl7: [
      `|DT|DESTROY-SPECIMEN-BY^Last day on which the specimen may be kept^L|{id}-proband|${day(daysAgo(6 - 60))}|`,
      '|CE|storage^Consent^L|{id}-proband|N^No^HL70136|',
      '|CE|new-york^Consent^L|{id}-proband|Y^Yes^HL70136|',
    ],
    fhir: [daysAgo(6 - 60)],
  },
  {
    name: '20. three answers of one family about secondary findings',
    document: () => {
      const order = orderOf('Qvale', { firstName: 'Child', dateOfBirth: bornYearsAgo(9) })
      const unaffected = { lastName: 'Qvale', affected: 'Unaffected' } as const
      const mother = relative('relative-1', 'Mother', { firstName: 'Mai', ...unaffected })
      const father = relative('relative-2', 'Father', { firstName: 'Per', ...unaffected })
      const family = { ...order, patients: [...order.patients, mother, father] }
      const signed = ['proband', 'relative-1', 'relative-2'].map((patient) => ({ patient }))
      const answered = (secondary: boolean) => ({
        testing: true,
        storage: true,
        'secondary-findings': secondary,
      })
      const [yes, no] = [answered(true), answered(false)]
      return genome(from(family, ...signed), { proband: yes, 'relative-1': no, 'relative-2': yes })
    },
    hl7: [
      '|CE|secondary-findings^Consent^L|{id}-proband|Y^Yes^HL70136|',
      '|CE|secondary-findings^Consent^L|{id}-relative-1|N^No^HL70136|',
      '|CE|secondary-findings^Consent^L|{id}-relative-2|Y^Yes^HL70136|',
      '|CE|19826-7^Informed consent obtained^LN|{id}-relative-1|Y^Yes^HL70136|',
    ],
    fhir: ['"resourceType":"Consent"'],
  },
]
