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

/** The rules as sent, from the form's values. */
export function rulesBody({ contact, ...values }: Omit<Rules, 'escalateTo'> & { contact: string }): Rules {
  const [kind, which = ''] = contact.split(' ')
  const escalateTo =
    kind === 'user'
      ? { userId: Number(which) }
      : { role: ROLES.find((role) => role === which) ?? 'SuperUser' }
  return { ...values, escalateTo }
}
