import { type ReactNode, useMemo, useState } from 'react'
import type { Physician } from '#contract/physicians.ts'
import { selectedInstitution } from '#domain/institutions/selected-institution.ts'
import { signOut } from './identity.ts'
import { type Session, SessionContext } from './session.ts'
import { store, stored } from './storage.ts'

/** Gives `useSession` to everything inside; shows nothing for a user without an institution. */
export function SessionProvider({ user, children }: { user: Physician; children: ReactNode }) {
  const [selectedCode, setSelectedCode] = useState(() => stored('institutionId'))
  const session = useMemo((): Session | null => {
    const institutions = user.customerRoles.map((role) => role.institution)
    const institution = selectedInstitution(institutions, selectedCode)
    if (!institution) return null
    // Stored here and not in an effect: the first calls of the pages inside already carry these codes.
    store('institutionCodes', institutions.map((one) => one.code).join(','))
    store('institutionId', institution.code)
    const held =
      user.customerRoles.find((role) => role.institution.code === institution.code)?.permissions ?? []
    return {
      user,
      institution,
      institutions,
      can: (permission) => held.includes(permission),
      selectInstitution: setSelectedCode,
      logout: signOut,
    }
  }, [user, selectedCode])
  return session && <SessionContext value={session}>{children}</SessionContext>
}
