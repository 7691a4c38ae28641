import type { UserChange } from '#contract/users.ts'

const CHANGE_TITLES = {
  registered: 'Registered',
  approved: 'Approved',
  refused: 'Denied',
  invited: 'Invited',
  'invitation-accepted': 'Invitation accepted',
  'roles-changed': 'Roles changed',
  'roles-proposed': 'Roles assigned, approval pending',
  'roles-approved': 'Roles approved',
  'roles-declined': 'Roles declined',
  blocked: 'Blocked',
  deactivated: 'Affiliation ended',
  reactivated: 'Reactivated',
  moved: 'Moved',
  'handed-over': 'Open work handed over',
  attested: 'Certified as user manager',
  'terms-accepted': 'Terms accepted',
  joined: 'Requested to join',
  'sessions-ended': 'Logged out everywhere',
  'second-factor-forgotten': 'Lost second factor removed',
} as const satisfies Record<UserChange['action'], string>

/** Who changed a user, when and why, newest first, as lines of a timeline. */
export function toChangeLines(changes: readonly UserChange[]) {
  return changes
    .map((change, key) => ({
      key,
      title: CHANGE_TITLES[change.action],
      detail: [change.detail, change.reason && `“${change.reason}”`].filter(Boolean).join(' · '),
      at: change.at,
      actor: change.actor,
      state: 'done' as const,
    }))
    .sort((a, b) => Date.parse(b.at) - Date.parse(a.at) || b.key - a.key)
}
