import type { followUpRoutes } from '#contract/follow-up.ts'
import type { ReplyOf } from '#contract/route.ts'
import { rolesWith } from '#domain/users/roles.ts'

export type Rules = ReplyOf<(typeof followUpRoutes)['rules']>['rules']

/** The roles that may be told of late reports. */
export const ROLES = rolesWith('ViewOrder')

/** Whom to tell as one choice: `role SuperUser` or `user 12`. */
export function contactOf({ escalateTo }: Rules): string {
  return 'role' in escalateTo ? `role ${escalateTo.role}` : `user ${escalateTo.userId}`
}

/** The rules as sent: what the form does not show stays as it was saved. */
export function rulesBody(
  { contact, ...values }: Pick<Rules, 'days' | 'supportDays'> & { contact: string },
  saved: Rules,
): Rules {
  const [kind, which = ''] = contact.split(' ')
  const escalateTo =
    kind === 'user'
      ? { userId: Number(which) }
      : { role: ROLES.find((role) => role === which) ?? 'SuperUser' }
  return { ...saved, ...values, escalateTo }
}
