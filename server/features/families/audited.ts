import { personKey } from '#domain/orders/identity.ts'
import { audit, type Scope } from '#server/database/scope.ts'
import type { StoredFamily } from './store.ts'

export type AuditedFamilyAction =
  | 'family.view'
  | 'family.print'
  | 'family.create'
  | 'family.join'
  | 'family.leave'
  | 'family.change'
  | 'family.export'
  | 'family.cascade'
  | 'family.finding'
  | 'family.step'
  | 'family.consent'
  | 'family.letter'

/** One line of the audit trail that names everybody whose name and birth are known, as patients are named. */
export function noteFamily(
  scope: Scope,
  action: AuditedFamilyAction,
  { id, institution_code, document }: StoredFamily,
  detail?: Readonly<Record<string, string>>,
): Promise<void> {
  const people = document.people
    .filter(({ firstName, lastName, born }) => firstName !== '' && lastName !== '' && born.length === 10)
    .flatMap(({ born, ...named }) => personKey({ ...named, dateOfBirth: born }) ?? [])
  const about = { kind: 'family' as const, id, institution: institution_code, people: [...new Set(people)] }
  return audit(scope, action, about, detail)
}
