interface Choice {
  code: string
  createdByUser: boolean
}

interface LastSelection {
  /** The code that was selected last. */
  selected: string | null
  /** The code that this rule gave when nobody had chosen: it is no choice, though it was selected. */
  byDefault: string | null
}

/**
 * The institution the user works for now (specification §4): the stored one, if the user chose it; one that the user
 * created wins over what was only selected by default; otherwise the first. Undefined only where there is none.
 */
export function selectedInstitution<T extends Choice>(
  institutions: readonly T[],
  { selected, byDefault }: LastSelection,
): T | undefined {
  const stored = institutions.find((one) => one.code === selected)
  const chosen = selected !== byDefault ? stored : undefined
  return chosen ?? institutions.find((one) => one.createdByUser) ?? stored ?? institutions[0]
}
