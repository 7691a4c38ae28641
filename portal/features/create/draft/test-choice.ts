import { blankTest, type OrderDocument, type OrderedTest } from '#domain/orders/document.ts'
import { sameGenes } from '../tests/read-genes.ts'

/** The catalogue's codes of all tests of an order, add-ons included. */
export function codesOf({ tests, addOnTests }: Pick<OrderDocument, 'tests' | 'addOnTests'>): string[] {
  return [...new Set([...tests, ...addOnTests].map((test) => test.testCode))].filter((code) => code !== '')
}

/** No blank test beside a chosen one, and one where none is chosen. */
export function tidyTests(document: OrderDocument): OrderDocument {
  const chosen = document.tests.filter((test) => test.testCode !== '')
  const tests = chosen.length > 0 ? chosen : [document.tests[0] ?? blankTest()]
  return tests.length === document.tests.length ? document : { ...document, tests }
}

/** Chooses a test: in the place of the blank one, or beside the others. An add-on of the code becomes a test. */
export function withTest(document: OrderDocument, test: OrderedTest): OrderDocument {
  if (document.tests.some((one) => one.testCode === test.testCode)) return document
  return tidyTests({
    ...document,
    tests: [...document.tests, test],
    addOnTests: document.addOnTests.filter((one) => one.testCode !== test.testCode),
  })
}

export function withoutTest(document: OrderDocument, testCode: string): OrderDocument {
  const tests = document.tests.filter((test) => test.testCode !== testCode)
  return { ...document, tests: tests.length > 0 ? tests : [blankTest()] }
}

/** The other test in the place of the one: a duo of what was a single test. */
export function withTestInstead(document: OrderDocument, testCode: string, by: OrderedTest): OrderDocument {
  const others = document.tests.filter((test) => test.testCode !== by.testCode)
  return { ...document, tests: others.map((test) => (test.testCode === testCode ? by : test)) }
}

export function withAddOn(document: OrderDocument, test: OrderedTest): OrderDocument {
  if (codesOf(document).includes(test.testCode)) return document
  return { ...document, addOnTests: [...document.addOnTests, test] }
}

export function withoutAddOn(document: OrderDocument, testCode: string): OrderDocument {
  return { ...document, addOnTests: document.addOnTests.filter((test) => test.testCode !== testCode) }
}

/** The genes chosen for a test of the order, and the saved panel that they are; null for none. */
export function withGenes(
  document: OrderDocument,
  testCode: string,
  genes: readonly string[],
  customPanelId: number | null,
): OrderDocument {
  const put = (test: OrderedTest) =>
    test.testCode === testCode ? { ...test, genes: [...genes], customPanelId } : test
  return { ...document, tests: document.tests.map(put), addOnTests: document.addOnTests.map(put) }
}

/** The genes of a test are kept as this panel now; not where others were chosen while it was being saved. */
export function withSavedPanel(
  document: OrderDocument,
  testCode: string,
  panel: { id: number; genes: readonly string[] },
): OrderDocument {
  const [test] = [...document.tests, ...document.addOnTests].filter((one) => one.testCode === testCode)
  if (!test || !sameGenes(test.genes, panel.genes)) return document
  return withGenes(document, testCode, test.genes, panel.id)
}
