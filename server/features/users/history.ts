import { z } from 'zod'
import type { UserChange } from '#contract/users.ts'
import { ROLE_NAMES } from '#domain/permissions/permissions.ts'
import { byText } from '#domain/text/order.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { nameOf, type Scope } from '#server/database/scope.ts'
import type { InstitutionNode, UserRecord } from './store.ts'

/** The most changes that a user's page shows. */
const MOST = 200

const roles = z.array(z.enum(ROLE_NAMES))

/** The details of the audit trail's lines about users; which fields a line has depends on its action. */
const auditDetail = z
  .object({
    roles,
    given: roles,
    taken: roles,
    /** Institutions, by name. */
    from: z.string(),
    to: z.string(),
    drafts: z.number(),
    orders: z.number(),
    providerType: z.string(),
    reason: z.string(),
    sessions: z.number(),
  })
  .partial()
type AuditDetail = z.infer<typeof auditDetail>

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** `2 drafts and 1 order`. */
export function workInWords({ drafts, orders }: { drafts: number; orders: number }): string {
  const counts = [drafts && counted(drafts, 'draft'), orders && counted(orders, 'order')]
  return counts.filter(Boolean).join(' and ')
}

/** A change's details in words, by the action's name in the audit trail. */
const WORDS = {
  registered: ({ providerType = '' }) => providerType,
  joined: () => '',
  'invitation-accepted': () => '',
  approved: ({ roles = [] }) => `As ${rolesInWords(roles)}`,
  refused: () => '',
  'roles-proposed': ({ roles = [] }) => `${rolesInWords(roles)}, once a second person approves`,
  'roles-approved': ({ roles = [] }) => rolesInWords(roles),
  'roles-declined': ({ roles = [] }) => rolesInWords(roles),
  'roles-changed': ({ given = [], taken = [] }) =>
    [
      given.length > 0 ? `Added: ${rolesInWords(given)}.` : '',
      taken.length > 0 ? `Removed: ${rolesInWords(taken)}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
  blocked: () => '',
  deactivated: () => '',
  reactivated: () => '',
  moved: ({ from, to = '' }) => (from ? `From ${from}` : `To ${to}`),
  'sessions-ended': ({ sessions = 0 }) => counted(sessions, 'session'),
  'second-factor-forgotten': ({ sessions = 0 }) => `${counted(sessions, 'session')} ended`,
  'handed-over': ({ drafts = 0, orders = 0, to = '' }) => `${workInWords({ drafts, orders })} to ${to}`,
} as const satisfies Partial<Record<UserChange['action'], (detail: AuditDetail) => string>>
type Audited = keyof typeof WORDS

/** How a user came to an institution. */
const ARRIVALS: readonly string[] = ['registered', 'joined', 'invitation-accepted'] satisfies Audited[]

async function auditedChanges(scope: Scope, { code, parent }: InstitutionNode, user: UserRecord) {
  const rows = await scope.db
    .selectFrom('audit_event')
    .select(['at', 'actor_name', 'action', 'detail'])
    .where('entity', '=', 'user')
    .where('entity_id', '=', String(user.id))
    .where('institution_code', 'in', [code, parent ?? code])
    .where('action', 'in', Object.keys(WORDS))
    // A move is in the trail of both institutions.
    .where((eb) => eb.or([eb('action', '<>', 'moved'), eb('institution_code', '=', user.code)]))
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  const lines = rows.map((row) => ({
    ...row,
    action: row.action as Audited,
    detail: auditDetail.safeParse(row.detail).data ?? {},
  }))
  const changes = lines.map(
    ({ at, actor_name, action, detail }): UserChange => ({
      ...{ at: at.toISOString(), actor: actor_name, action },
      ...{ detail: WORDS[action](detail), reason: detail.reason ?? '' },
    }),
  )
  const arrived = lines.some(({ action, detail }) => ARRIVALS.includes(action) || detail.from !== undefined)
  return { changes, arrived: arrived || rows.length === MOST }
}

/** An invitation is sent before its user is known, so it is found by its address. */
async function invitationOf(scope: Scope, code: string, email: string): Promise<UserChange[]> {
  const rows = await scope.db
    .selectFrom('invitation')
    .select(['invited_at', 'invited_by_name', 'roles'])
    .where('institution_code', '=', code)
    .where('email', '=', email.toLowerCase())
    .where('accepted_at', 'is not', null)
    .execute()
  return rows.map(({ invited_at, invited_by_name, roles }) => ({
    ...{ at: invited_at.toISOString(), actor: invited_by_name, action: 'invited' as const },
    ...{ detail: `As ${rolesInWords(roles)}`, reason: '' },
  }))
}

/** Who changed an institution's user, when and why, newest first. */
export async function historyOf(
  scope: Scope,
  institution: InstitutionNode,
  user: UserRecord,
): Promise<UserChange[]> {
  const audited = await auditedChanges(scope, institution, user)
  const name = nameOf({ firstName: user.first_name, lastName: user.last_name, suffix: user.suffix })
  const own = (action: UserChange['action'], at: Date | null): UserChange[] =>
    at ? [{ at: at.toISOString(), actor: name, action, detail: '', reason: '' }] : []
  const changes = [
    ...audited.changes,
    ...(await invitationOf(scope, user.code, user.email)),
    ...own('attested', user.attested_at),
    ...own('terms-accepted', user.terms_accepted_at),
    // Users from before the audit trail have no line about their arrival.
    ...(audited.arrived ? [] : own('registered', user.since)),
  ]
  return changes.toSorted((a, b) => byText(b.at, a.at)).slice(0, MOST)
}
