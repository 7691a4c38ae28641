import type { AppointmentField } from '#domain/counseling/appointment.ts'
import { oneLine } from '#domain/text/in-mail.ts'
import type { Handover } from './port.ts'

const LABELS: Record<AppointmentField, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  dateOfBirth: 'Date of birth',
  labNumber: 'Lab number',
  guardianFirstName: 'Parent/guardian first name',
  guardianLastName: 'Parent/guardian last name',
  email: 'Email',
  phoneNumber: 'Phone',
  preferredLanguage: 'Preferred language',
  preferredContact: 'No text messages',
  insurancePolicyName: 'Insurance company/policy',
  insuranceId: 'Insurance ID',
  insuranceGroup: 'Insurance group',
}

/** A request as plain text, one line per field; empty fields are left out. */
export function mailText({ reference, receivedAt, language, request }: Handover): string {
  const lines = (Object.keys(LABELS) as AppointmentField[]).flatMap((field) =>
    // Typed text must not look like a line of ours.
    request[field] === '' ? [] : [`${LABELS[field]}: ${oneLine(request[field])}`],
  )
  return [
    'Request for genetic counseling',
    '',
    `Reference: ${reference}`,
    `Received: ${receivedAt.toISOString()}`,
    `Language of the form: ${language}`,
    '',
    ...lines,
    '',
  ].join('\n')
}
