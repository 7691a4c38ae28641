import type { OrderableTest } from '../rule-context.ts'
import { apply, type ChosenTest, chosenTests, type RuleInput } from './rule.ts'

/** The ordered tests, and the chosen genes. */
export function testRules(known: RuleInput) {
  const { document } = known
  const chosen = chosenTests(known)
  const missing = document.tests.every((test) => test.testCode === '')
  const path = document.tests.length === 0 ? '/tests' : '/tests/0/testCode'
  return [
    ...(missing ? [{ path, rule: 'required', message: 'A test is required' }] : []),
    ...chosen.flatMap((test, index) => oneTest(known, test, chosen.slice(0, index))),
  ]
}

function oneTest(
  known: RuleInput,
  { path, ordered, catalogueTest }: ChosenTest,
  earlier: readonly ChosenTest[],
) {
  return [
    ...apply(
      known,
      `${path}/testCode`,
      ordered.testCode,
      ['unknown', (code) => (catalogueTest ? null : `Test ${code} is not in the catalogue: choose another`)],
      [
        'repeated',
        (code) =>
          earlier.some((one) => one.ordered.testCode === code)
            ? `Test ${code} is in this order twice: remove one`
            : null,
      ],
    ),
    ...(catalogueTest
      ? apply(known, `${path}/genes`, ordered.genes, ['genes', (genes) => wrongGenes(catalogueTest, genes)])
      : []),
  ]
}

/** If the catalogue lists no genes for a test with chosen genes, any gene is allowed. */
function wrongGenes(test: OrderableTest, genes: readonly string[]): string | null {
  const given = genes.filter((gene) => gene.trim() !== '')
  if (test.geneChoice === 'all')
    return genes.length > 0
      ? `${test.testName} always includes all of its genes: remove the selected genes`
      : null
  if (given.length === 0)
    return test.geneChoice === 'one'
      ? `${test.testName} tests one gene: choose it`
      : `${test.testName} tests the genes you choose: choose at least one`
  if (given.length < genes.length) return 'One of the selected genes has no name: remove it'
  if (test.geneChoice === 'one' && genes.length > 1)
    return `${test.testName} tests one gene: keep only one of ${genes.join(', ')}`
  const strange = genes.find((gene) => test.genes.length > 0 && !test.genes.includes(gene))
  if (strange !== undefined)
    return `${strange} is not on the gene list of ${test.testName}: choose from its list`
  const twice = genes.find((gene, index) => genes.indexOf(gene) !== index)
  return twice === undefined ? null : `${twice} is selected twice: remove one`
}
