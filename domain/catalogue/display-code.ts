/** The code that a test is shown by instead of its own; '' where there is none (specification §3: empty or 'none'). */
export function displayCodeOf(test: { displayTestCode: string }): string {
  return test.displayTestCode.toLowerCase() === 'none' ? '' : test.displayTestCode
}
