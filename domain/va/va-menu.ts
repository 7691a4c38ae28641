import { displayCodeOf } from '../catalogue/display-code.ts'

/**
 * The panel of single-gene tests (specification §2, "Order menu for VA users"), and the display code of its
 * tests.
 */
const SINGLE_GENE_PANEL = 'Single Gene'
export const SINGLE_GENE_CODE = '1300'

interface VaTest {
  code: string
  displayTestCode: string
  testName: string
}

interface VaMenuEntry<Test extends VaTest> {
  test: Test
  /** The code by which it is shown and ordered instead of its own; '' if there is none. */
  displayCode: string
  /** Every panel with a test of this name. */
  panels: string[]
}

/**
 * The VA menu's tests: all panels in one list, each name once, in order of first appearance (VA-02). If a
 * name has several codes, the first is used. The single-gene panel has display code 1300 (VA-03).
 */
export function vaMenu<Test extends VaTest>(
  panels: readonly { panel: string; tests: readonly Test[] }[],
): VaMenuEntry<Test>[] {
  const entries = new Map<string, VaMenuEntry<Test>>()
  for (const { panel, tests } of panels)
    for (const test of tests) {
      const key = test.testName.trim().toLowerCase()
      const entry = entries.get(key) ?? { test, displayCode: displayCodeOf(test), panels: [] }
      entries.set(key, entry)
      if (!entry.panels.includes(panel)) entry.panels.push(panel)
      if (panel === SINGLE_GENE_PANEL) entry.displayCode = SINGLE_GENE_CODE
    }
  return [...entries.values()]
}
