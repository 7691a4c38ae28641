import type { User } from '#contract/users.ts'
import { counted } from '#ui/counted.ts'

/** What is open in somebody's name: `2 drafts and 1 order`; '' for nothing. */
export function openWorkInWords({ drafts, orders }: User['openWork']): string {
  return [drafts > 0 && counted(drafts, 'draft'), orders > 0 && counted(orders, 'order')]
    .filter(Boolean)
    .join(' and ')
}
