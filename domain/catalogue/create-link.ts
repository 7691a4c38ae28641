/** The part of the search of /create that names tests (specification §2, routes); everything else stands beside it. */
export interface CreateLink {
  /** Codes as people know them: a display code where there is one; add-on tests after the first. */
  test?: string[] | undefined
  /** The catalogue's own code of the first, where `test` has its display code. */
  ctc?: string | undefined
}

export interface LinkedTest {
  testCode: string
  /** The code it is shown by where that is another than its own; '' where it is not. */
  displayCode: string
}

/** The search of /create that orders a test, with the add-on tests of its clinic appended as extra tests (ORDER-05). */
export function createLink({
  testCode,
  displayCode = '',
  addOns = [],
}: {
  testCode: string
  displayCode?: string
  /** Raw codes. */
  addOns?: readonly string[]
}): CreateLink {
  const linkedCode = displayCode || testCode
  const extra = new Set(addOns.filter((code) => code !== testCode))
  return { test: [linkedCode, ...extra], ...(linkedCode === testCode ? {} : { ctc: testCode }) }
}

/**
 * The tests that a search of /create names. A code that came without `ctc` is given as `testCode` and may still be a
 * display code or a clinic's own: the catalogue's client test codes know.
 */
export function testsOfLink({ test = [], ctc }: CreateLink): LinkedTest[] {
  const [first, ...extra] = [...new Set(test)]
  if (!ctc || ctc === first) return [...new Set(test)].map((code) => ({ testCode: code, displayCode: '' }))
  return [
    { testCode: ctc, displayCode: first ?? '' },
    ...extra.filter((code) => code !== ctc).map((code) => ({ testCode: code, displayCode: '' })),
  ]
}
