import type { TestSummary } from '#contract/catalogue.ts'
import { displayCodeOf } from '#domain/catalogue/display-code.ts'
import type { Indication } from '#domain/orders/document.ts'

/** What a test is called: its codes and its name; not its genes, which other tests have too. */
export const testNames = (test: TestSummary): string[] => [test.code, displayCodeOf(test), test.testName]

/** What a diagnosis is called: its code, with or without the dot, and what it says. */
export const codeNames = ({ code, description }: Indication): string[] => [
  code,
  code.replace('.', ''),
  description,
]

interface Named {
  firstName: string
  lastName: string
}

/** A person's name as it is written in a sentence and in a list. */
export const personNames = ({ firstName, lastName }: Named): string[] => [
  `${firstName} ${lastName}`,
  `${lastName}, ${firstName}`,
]
