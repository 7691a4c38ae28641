import { createHash } from 'node:crypto'
import { type AppointmentRequest, PREFERRED_LANGUAGES } from '#domain/counseling/appointment.ts'
import type { AppointmentEventKind, AppointmentState } from '#domain/counseling/states.ts'
import { table } from '#domain/table.ts'
import type { Seed } from './add-users.ts'
import { HOUR } from './days.ts'

/** An event of a request: its kind, how many hours after the request it came, and its text. */
type Step = readonly [kind: AppointmentEventKind, hours: number, detail?: string]

interface Scenario {
  state: AppointmentState
  /** How many hours ago it came. */
  hours: number
  steps: readonly Step[]
  lastError?: string
}

const HANDED: Step = ['handed-over', 0.01]
const RECEIVED: Step = ['received', 2, 'A counselor will call within three days.']
const SCHEDULED: Step = ['scheduled', 26, 'By video.']
const PROGRAM = 'Likely spam: a hidden field was filled in.'
const REFUSED = 'The counseling partner answered with status 422'

/** Requests in every state, newest first. None is waiting: the first start would hand it over immediately. */
const SCENARIOS: readonly Scenario[] = [
  { state: 'handed-over', hours: 0.6, steps: [HANDED] },
  { state: 'handed-over', hours: 3, steps: [HANDED] },
  { state: 'refused', hours: 5, steps: [['refused', 0, PROGRAM]], lastError: PROGRAM },
  { state: 'received', hours: 9, steps: [HANDED, RECEIVED] },
  { state: 'received', hours: 22, steps: [HANDED, RECEIVED] },
  { state: 'refused', hours: 28, steps: [['refused', 0.01, REFUSED]], lastError: REFUSED },
  { state: 'scheduled', hours: 50, steps: [HANDED, RECEIVED, SCHEDULED] },
  { state: 'scheduled', hours: 75, steps: [HANDED, RECEIVED, SCHEDULED] },
  {
    state: 'received',
    hours: 98,
    steps: [HANDED, ['sent-again', 20], ['handed-over', 20.01], ['received', 30]],
  },
  { state: 'closed', hours: 9 * 24, steps: [HANDED, RECEIVED, SCHEDULED, ['closed', 100]] },
  { state: 'closed', hours: 16 * 24, steps: [HANDED, RECEIVED, ['closed', 60, 'Could not be reached.']] },
  { state: 'closed', hours: 31 * 24, steps: [HANDED, RECEIVED, SCHEDULED, ['closed', 120]] },
  {
    state: 'deleted',
    hours: 40 * 24,
    steps: [
      ['handed-over', 0.01],
      ['deleted', 70, 'Requested by phone'],
    ],
  },
]

const CLIENTS = [
  ...['Carolyn Hughes', 'Marcus Bell', 'Buy Nowcheap', 'Luz Romero', 'Tamsin Clarke', 'Odette Simmons'],
  ...['Minh Nguyễn', 'Odalys Peña', 'Pavel Sokolov', 'Rosalind Parker', 'Theodore Walsh', 'Seo-yeon Han'],
  'Connor Reilly',
] as const
const FORM_LANGUAGES = ['en', 'es', 'en', 'es', 'en', 'en', 'vi', 'en', 'ru', 'en', 'en', 'ko', 'en'] as const
const SPOKEN_LANGUAGES = table<AppointmentRequest['preferredLanguage']>({
  ...{ es: 'Spanish', vi: 'Vietnamese', ru: 'Russian', ko: 'Korean' },
})

function contentOf(index: number): AppointmentRequest {
  const [firstName = '', lastName = ''] = (CLIENTS[index] ?? '').split(' ')
  const child = index % 5 === 4
  return {
    ...{ firstName, lastName: lastName.slice(0, 10) },
    dateOfBirth: `${child ? 2019 : 1958 + index * 3}-0${1 + (index % 9)}-1${index % 9}`,
    labNumber: index % 3 === 0 ? `L-2041${10 + index}` : '',
    ...{ guardianFirstName: child ? 'Heather' : '', guardianLastName: child ? lastName : '' },
    email: `patient${index + 1}@family.test`,
    phoneNumber: `+1312555${String(100 + index).padStart(4, '0')}`,
    preferredLanguage: SPOKEN_LANGUAGES[FORM_LANGUAGES[index] ?? 'en'] ?? PREFERRED_LANGUAGES[0],
    preferredContact: index % 2 === 0 ? 'no' : 'yes',
    ...(index % 3 === 1
      ? { insurancePolicyName: 'Papermoon Health', insuranceId: `PMH-77${index}`, insuranceGroup: 'G-12' }
      : { insurancePolicyName: '', insuranceId: '', insuranceGroup: '' }),
  }
}

const ACTORS: Partial<Record<AppointmentEventKind, string>> = {
  ...{ received: 'Partner', scheduled: 'Partner', closed: 'Partner', deleted: 'Mira Feld' },
  'sent-again': 'Mira Feld',
}

/** Inserts a dozen requests for counseling, in every state but waiting. */
export async function addCounseling(db: Seed, now: Date): Promise<void> {
  for (const [index, { state, hours, steps, lastError = '' }] of [...SCENARIOS.entries()].reverse()) {
    const receivedAt = now.getTime() - hours * HOUR
    const at = (after: number) => new Date(Math.min(receivedAt + after * HOUR, now.getTime()))
    const handedOver = steps.find(([kind]) => kind === 'handed-over')
    const gone = steps.find(([kind]) => kind === 'deleted')
    const isReceived = steps.some(([kind]) => kind === 'received')
    const { id } = await db
      .insertInto('appointment_request')
      .values({
        content_key: createHash('sha256').update(`demo ${index}`).digest('base64url'),
        ...{ received_at: at(0), language: FORM_LANGUAGES[index] ?? 'en', state, last_error: lastError },
        content: gone ? null : JSON.stringify(contentOf(index)),
        tries: steps.filter(([kind]) => kind === 'handed-over').length,
        handed_over_at: handedOver ? at(handedOver[1]) : null,
        partner_reference: isReceived ? `CP-${3100 - index * 7}` : '',
        ...(gone ? { deleted_at: at(gone[1]), deleted_because: gone[2] ?? '' } : {}),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const events = [['stored', 0] as Step, ...steps].map(([kind, after, detail = '']) => ({
      ...{ request_id: id, kind, at: at(after), actor: ACTORS[kind] ?? '' },
      // Deleting a request deletes the texts of its events.
      detail: gone && kind !== 'deleted' ? '' : detail,
    }))
    await db.insertInto('appointment_event').values(events).execute()
  }
}
