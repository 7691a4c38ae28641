import { blankRecord } from '#domain/consent/record.ts'
import type { AwkwardOrder } from './awkward-order.ts'
import { bornYearsAgo, daysAgo, orderOf } from './awkward-people.ts'

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
]
