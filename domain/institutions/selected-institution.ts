interface Choice {
  code: string
  createdByUser: boolean
}

interface LastSelection {
  /** The last selected code. */
  selected: string | null
  /** The code that this rule chose by default: it is not a choice of the user, although it was selected. */
  byDefault: string | null
}

/**
 * The institution the user currently works for (specification §4): the stored one, if the user chose it; one
 * that the user created wins over a default; otherwise the first. Undefined only if there is none.
 */
export function selectedInstitution<T extends Choice>(
  institutions: readonly T[],
  { selected, byDefault }: LastSelection,
): T | undefined {
  const stored = institutions.find((one) => one.code === selected)
  const chosen = selected !== byDefault ? stored : undefined
  return chosen ?? institutions.find((one) => one.createdByUser) ?? stored ?? institutions[0]
}
