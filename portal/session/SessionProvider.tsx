import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import type { Physician } from '#contract/physicians.ts'
import { selectedInstitution } from '#domain/institutions/selected-institution.ts'
import { isVa } from '#domain/va/va.ts'
import { api } from '../api.ts'
import { LoadingScreen } from '../frame/Screen.tsx'
import { isAdmin, mayManageUsers } from './guards.ts'
import { signInState, signOut } from './identity.ts'
import { type Session, SessionContext } from './session.ts'
import { store, stored } from './storage.ts'

const NO_SELECTION = { selected: null, byDefault: null }

/** Gives `useSession` to everything inside; shows nothing for a user without an institution. */
export function SessionProvider({ user, children }: { user: Physician; children: ReactNode }) {
  const [remembered, remember] = useState(() => ({
    selected: stored('institutionId'),
    byDefault: stored('defaultInstitution'),
  }))
  const { configuration } = signInState()
  const codesKnown = useAllCodes(user.support)
  const institutions = useMemo(() => user.customerRoles.map((role) => role.institution), [user])
  const institution = selectedInstitution(institutions, remembered)
  const byDefault = selectedInstitution(institutions, NO_SELECTION)

  const session = useMemo((): Session | null => {
    if (!institution || !byDefault || !configuration) return null
    // Stored here and not in an effect: the first calls of the pages inside already carry these codes.
    store('institutionId', institution.code)
    store('defaultInstitution', byDefault.code)
    store('institutionCodes', institutions.map((one) => one.code).join(','))
    store('TnCApproved', String(user.attestations.tnCApproved))
    const permissions =
      user.customerRoles.find((role) => role.institution.code === institution.code)?.permissions ?? []
    return {
      user,
      institution,
      institutions,
      can: (permission) => permissions.includes(permission),
      // The laboratory's Support is at every institution, and works for none: the selected one decides.
      va: isVa(
        { customerRoles: user.support ? [] : user.customerRoles, selected: institution },
        configuration.vaHospitalCodes,
      ),
      admin: isAdmin(user),
      mayManageUsers: mayManageUsers(user, configuration.features),
      configuration,
      selectInstitution: (code) => remember({ selected: code, byDefault: byDefault.code }),
      logout: signOut,
    }
  }, [user, institutions, institution, byDefault, configuration])

  if (session && (remembered.selected !== institution?.code || remembered.byDefault !== byDefault?.code))
    remember({ selected: session.institution.code, byDefault: byDefault?.code ?? null })
  if (!codesKnown) return <LoadingScreen />
  return session && <SessionContext value={session}>{children}</SessionContext>
}

/**
 * The laboratory's Support works for all institutions: their codes are fetched once and stored (§6). True once that is
 * done, or cannot be; then the codes of the profile have to do.
 */
function useAllCodes(support: boolean): boolean {
  const missing = support && stored('allInstitutionCodes') === null
  const fetched = useQuery({
    queryKey: ['institutions', 'all-codes'],
    queryFn: async () => {
      const codes = await api.institutions.allCodes()
      store('allInstitutionCodes', codes.join(','))
      return codes
    },
    enabled: missing,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return !missing || !fetched.isPending
}
