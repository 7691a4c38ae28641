/**
 * The code by which a test is shown instead of its own; '' if there is none (specification §3: empty or
 * 'none').
 */
export function displayCodeOf(test: { displayTestCode: string }): string {
  return test.displayTestCode.toLowerCase() === 'none' ? '' : test.displayTestCode
}
