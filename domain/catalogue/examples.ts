import { byText } from '../text/order.ts'
import { searchTests, type TestIndex } from './search.ts'
import { wordsOf } from './search-words.ts'

/** Shorter words, and words of more tests than this share, say little about a test: 'and', 'panel', 'sequencing'. */
const SHORTEST = 5
const MOST_TESTS = 0.2
/** How many of the most ordered tests are tried for a word and a diagnosis. */
const TRIED = 20

/**
 * Example searches for the catalogue's first page, one of each kind that the data allows: a disease's word, a
 * gene, a diagnosis code. Each finds a test.
 */
export function exampleSearches(index: TestIndex): string[] {
  const byOrders = [...index.tests.values()].sort(
    (one, other) => other.orderedOften - one.orderedOften || byText(one.code, other.code),
  )
  const named = byOrders.slice(0, TRIED).flatMap(({ code, name }) => {
    const found = diagnosisOf(index, code, name)
    return found ? [found] : []
  })
  const [first] = named
  const other = named.find(({ word }) => word !== first?.word) ?? first
  const word = first?.word ?? byOrders[0]?.name
  const examples = [word, mostReadGene(index), other?.code].filter((one) => one !== undefined)
  return examples.filter((example) => searchTests(index, example).hits.length > 0)
}

/** The rarest word of a test's name that is also a diagnosis's, with the code of a diagnosis that finds the test. */
function diagnosisOf(index: TestIndex, test: string, name: string) {
  const often = (word: string) => index.words.get(word)?.size ?? 0
  const words = wordsOf(name)
    .filter((word) => word.length >= SHORTEST && often(word) <= Math.max(1, index.tests.size * MOST_TESTS))
    .sort((one, other) => often(one) - often(other) || other.length - one.length || byText(one, other))
  for (const word of words) {
    const spelled = index.spelled.get(word) ?? word
    const found = index.diagnoses.find(
      ({ code, description }) =>
        wordsOf(description).includes(word) && searchTests(index, code).hits.some((hit) => hit.code === test),
    )
    if (found) return { word: spelled, code: found.code }
  }
  return null
}

/** The gene that most tests read. */
function mostReadGene({ testsOfGene, genes }: TestIndex): string | undefined {
  const [most] = [...testsOfGene].sort(
    ([one, tests], [other, others]) => others.length - tests.length || byText(one, other),
  )
  return most && genes.get(most[0])
}
