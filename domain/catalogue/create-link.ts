/**
 * The part of the /create search that names tests (specification §2, routes); other parameters may be added.
 */
export interface CreateLink {
  /** Codes as users know them: the display code if there is one; add-on tests after the first. */
  test?: string[] | undefined
  /** The catalogue's own code of the first test, if `test` has its display code. */
  ctc?: string | undefined
}

export interface LinkedTest {
  testCode: string
  /** The code it is shown by, if different from its own; otherwise ''. */
  displayCode: string
}

/**
 * The /create search that orders a test, with the clinic's add-on tests appended as extra tests (ORDER-05).
 */
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
 * The tests named in a /create search. A code without `ctc` is returned as `testCode` and may still be a
 * display code or a clinic's own: the catalogue's client test codes resolve it.
 */
export function testsOfLink({ test = [], ctc }: CreateLink): LinkedTest[] {
  const [first, ...extra] = [...new Set(test)]
  if (!ctc || ctc === first) return [...new Set(test)].map((code) => ({ testCode: code, displayCode: '' }))
  return [
    { testCode: ctc, displayCode: first ?? '' },
    ...extra.filter((code) => code !== ctc).map((code) => ({ testCode: code, displayCode: '' })),
  ]
}
