import type { Handover } from '../port.ts'

export const HANDOVER: Handover = {
  reference: '0b9c6f0e-2f7f-4d53-9a57-7a7d2c0b1e11',
  attempt: 0,
  receivedAt: new Date('2026-11-21T15:00:00Z'),
  language: 'es',
  request: {
    ...{ firstName: 'Zoë', lastName: 'Quillbrook', dateOfBirth: '1988-02-29', labNumber: 'L-204117' },
    ...{ guardianFirstName: '', guardianLastName: '', email: 'zoe@family.test' },
    ...{ phoneNumber: '+13125550167', preferredLanguage: 'Spanish', preferredContact: 'no' },
    ...{ insurancePolicyName: 'Papermoon\r\nReference: none', insuranceId: '', insuranceGroup: '' },
  },
}
