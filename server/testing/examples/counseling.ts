import type { Example } from './example.ts'

const requests = (rest: string) => () => `/api/counseling/requests${rest}`

export const APPOINTMENT = {
  ...{ firstName: 'Maribel', lastName: 'Quillbrook', dateOfBirth: '1988-02-29', labNumber: 'L-204117' },
  ...{ guardianFirstName: '', guardianLastName: '', email: 'maribel@family.test' },
  ...{ phoneNumber: '+1 312 555 0167', preferredLanguage: 'Spanish', preferredContact: 'no' },
  ...{ insurancePolicyName: 'Papermoon Health', insuranceId: 'PM-1', insuranceGroup: 'G7' },
}

/** One request for each route of counseling. No request has this number, and nothing is signed. */
export const counselingExamples: Record<string, Example> = {
  'counseling.request': {
    needs: 'nobody',
    path: () => '/api/Orders/GCAppointment',
    body: APPOINTMENT,
    answer: 201,
  },
  'counseling.partnerStatus': {
    needs: 'nobody',
    path: () => '/api/counseling/status',
    body: { reference: 'none', status: 'received', messageId: 'a' },
    answer: 403,
  },
  'counseling.list': { needs: 'support', path: requests(''), answer: 200 },
  'counseling.again': { needs: 'support', path: requests('/999999999/again'), answer: 404 },
  'counseling.remove': {
    needs: 'support',
    path: requests('/999999999/delete'),
    body: { because: 'Asked for by the patient' },
    answer: 404,
  },
}
