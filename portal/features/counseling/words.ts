import type { Appointment } from '#contract/counseling.ts'
import type { AppointmentEventKind, AppointmentState } from '#domain/counseling/states.ts'
import { counted } from '#ui/counted.ts'
import { showDate, showDay } from '#ui/dates.ts'

export const STATE_WORDS = {
  stored: 'Waiting',
  'handed-over': 'Sent to partner',
  received: 'Received by the counseling service',
  scheduled: 'Scheduled',
  closed: 'Closed',
  refused: 'Not sent',
  deleted: 'Deleted',
} as const satisfies Record<AppointmentState, string>

export const EVENT_WORDS = {
  stored: 'Sent by the patient',
  'handed-over': 'Sent to the partner',
  received: 'Received by the partner',
  scheduled: 'Appointment scheduled by the counseling service',
  closed: 'Closed by the counseling service',
  refused: 'Not sent',
  'sent-again': 'Queued to send again',
  deleted: 'Deleted',
} as const satisfies Record<AppointmentEventKind, string>

/** Whose request it is; who that was is not known of one that is deleted. */
export function patientWords({ content }: Pick<Appointment, 'content'>): string {
  return content ? `${content.firstName} ${content.lastName}` : 'Deleted'
}

/** What became of it so far. */
export function outcomeWords(request: Appointment): { first: string; second: string; wrong: boolean } {
  const { state, lastError, tries, handedOverAt, partnerReference } = request
  if (state === 'refused') return { first: lastError, second: '', wrong: true }
  if (state === 'stored' && lastError)
    return { first: lastError, second: `${counted(tries, 'try', 'tries')} failed`, wrong: true }
  if (state === 'stored') return { first: 'Ready to send', second: '', wrong: false }
  if (state === 'deleted') {
    const trouble = lastError && `The counseling service could not be reached: ${lastError}`
    return { first: request.events.at(-1)?.detail ?? '', second: trouble, wrong: trouble !== '' }
  }
  const second = partnerReference && `Counseling service reference ${partnerReference}`
  return { first: handedOverAt ? `Sent ${showDay(handedOverAt)}` : '', second, wrong: false }
}

type Content = NonNullable<Appointment['content']>

/** Everything that the patient wrote, named as on the form; what was left empty is left out. */
export function contentDetails(content: Content, language: string): Record<string, string> {
  const details = {
    'First name': content.firstName,
    'Last name': content.lastName,
    'Date of birth': showDate(content.dateOfBirth),
    'Lab number': content.labNumber,
    'Parent or guardian': `${content.guardianFirstName} ${content.guardianLastName}`.trim(),
    Email: content.email,
    Phone: content.phoneNumber,
    'Text messages': content.preferredContact === 'yes' ? 'Not allowed' : 'Allowed',
    'Preferred language': content.preferredLanguage,
    'Language of the form': languageName(language),
    'Insurance company or policy': content.insurancePolicyName,
    'Member ID': content.insuranceId,
    'Group number': content.insuranceGroup,
  }
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value !== ''))
}

/** `es` as one reads it: anybody can send any text as a language. */
function languageName(language: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language
  } catch {
    return language
  }
}
