interface Choice {
  code: string
  createdByCurrentUser?: boolean
}

/**
 * The institution the user works for now (specification §4): the one chosen last (its code is stored), else one that
 * the user created, else the first. Undefined only where there is none.
 */
export function selectedInstitution<T extends Choice>(
  institutions: readonly T[],
  storedCode: string | null,
): T | undefined {
  return (
    institutions.find((one) => one.code === storedCode) ??
    institutions.find((one) => one.createdByCurrentUser) ??
    institutions[0]
  )
}
