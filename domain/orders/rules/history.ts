import { readIsoDate } from '../../dates/dates.ts'
import { whoIs } from '../family.ts'
import { gestationalDays, knownDueDate } from '../gestational-age.ts'
import type { Finding } from '../points.ts'
import type { EarlierOrder } from '../rule-context.ts'
import { isPrenatal } from '../subject.ts'
import { type ChosenTest, chosenTests, probandOf, type RuleInput } from './rule.ts'

/** Two panels overlap if they share at least this fraction of the smaller one's genes. */
const OVERLAP = 0.5

/** Warnings about tests already ordered for these people, and about overlapping tests in this order. */
export function historyRules(known: RuleInput): Finding[] {
  const chosen = chosenTests(known).filter(
    (test, index, all) => all.findIndex((one) => one.ordered.testCode === test.ordered.testCode) === index,
  )
  return chosen.flatMap((test, index) => [
    ...orderedBefore(known, test),
    ...overlapsHere(test, chosen.slice(0, index)),
    ...overlapsEarlier(known, test),
    ...doneInFamily(known, test),
  ])
}

/** Earlier orders of one person, newest first. Without the order whose analysis is intentionally repeated. */
function earlierOf(known: RuleInput, patient: string): EarlierOrder[] {
  const { addOn } = known.document
  const again = addOn?.kind === 'reanalysis' ? addOn.orderId : null
  return known.history
    .filter((order) => order.patient === patient && order.id !== again && isOfSameSubject(known, order))
    .toSorted((a, b) => (a.orderedOn === b.orderedOn ? b.id - a.id : a.orderedOn < b.orderedOn ? 1 : -1))
}

/** A mother's own test is not her fetus's, and a test of one pregnancy is not another's. */
function isOfSameSubject({ document }: RuleInput, { patient, pregnancyDue: earlier }: EarlierOrder): boolean {
  if (patient !== probandOf(document)) return true
  const { pregnancy } = document
  if (!pregnancy || !isPrenatal(document)) return earlier === undefined
  const apart = gestationalDays(knownDueDate(pregnancy), earlier ?? '')
  // 280 days on the due date itself: two datings of one pregnancy differ by less than two weeks.
  return earlier !== undefined && (apart === null || Math.abs(apart - 280) <= 14)
}

const hasTest = (order: EarlierOrder, code: string) => order.tests.some((test) => test.code === code)
const nameOf = (test: ChosenTest) =>
  test.catalogueTest?.testName ?? (test.ordered.testName || test.ordered.testCode)
/** The chosen genes, if genes must be chosen. */
const genesOf = ({ ordered, catalogueTest }: ChosenTest) =>
  ordered.genes.length > 0 || catalogueTest?.geneChoice !== 'all' ? ordered.genes : catalogueTest.genes

function orderedBefore(known: RuleInput, test: ChosenTest): Finding[] {
  const proband = probandOf(known.document)
  const code = test.ordered.testCode
  const order = earlierOf(known, proband).find((one) => hasTest(one, code))
  if (!order) return []
  const message = `${nameOf(test)} was already ordered for this patient: ${inWords(order)}. Give a reason to repeat it, or remove it`
  return [warning(test, 'ordered-before', message, [code, proband, order.id])]
}

function overlapsHere(test: ChosenTest, others: readonly ChosenTest[]): Finding[] {
  return others.flatMap((other) => {
    const shared = sharedGenes(genesOf(test), genesOf(other))
    if (shared.length === 0) return []
    const message = `${nameOf(test)} and ${nameOf(other)} test the same genes (${listed(shared)}). Give a reason to order both, or remove one`
    return [warning(test, 'overlap', message, [other.ordered.testCode, test.ordered.testCode])]
  })
}

function overlapsEarlier(known: RuleInput, test: ChosenTest): Finding[] {
  const proband = probandOf(known.document)
  const code = test.ordered.testCode
  for (const order of earlierOf(known, proband)) {
    // `ordered-before` reports the same test.
    if (hasTest(order, code)) continue
    for (const other of order.tests) {
      const shared = sharedGenes(genesOf(test), other.genes)
      if (shared.length === 0) continue
      const message = `${nameOf(test)} tests genes (${listed(shared)}) that ${other.testName} already tested: ${inWords(order)}. Give a reason to repeat them, or remove it`
      return [warning(test, 'overlap', message, [other.code, code, order.id])]
    }
  }
  return []
}

function doneInFamily(known: RuleInput, test: ChosenTest): Finding[] {
  const code = test.ordered.testCode
  const [proband, ...others] = known.document.patients
  // Two people with the same key are an error of their own, and give no second warning.
  const relatives = others.filter((one, index) => others.findIndex(({ key }) => key === one.key) === index)
  const own = new Set(earlierOf(known, proband?.key ?? '').map((order) => order.id))
  return relatives.flatMap((relative) => {
    const order = earlierOf(known, relative.key).find((one) => hasTest(one, code) && !own.has(one.id))
    if (!order) return []
    const who = whoIs(known.document, relative.key)
    const message = `${nameOf(test)} was already ordered for ${who}: ${inWords(order)}. Testing for the known variant may be enough. Give a reason to order the whole test, or choose another`
    return [warning(test, 'done-in-family', message, [code, relative.key, order.id])]
  })
}

function warning(test: ChosenTest, rule: string, message: string, about: (string | number)[]): Finding {
  return { path: `${test.path}/testCode`, rule, message, warningAbout: about.join(' ') }
}

/** The genes that two panels share, if enough for an overlap. */
function sharedGenes(one: readonly string[], other: readonly string[]): string[] {
  const [a, b] = [new Set(one), new Set(other)]
  const smaller = Math.min(a.size, b.size)
  const shared = [...a].filter((gene) => b.has(gene))
  return smaller >= 2 && shared.length >= smaller * OVERLAP ? shared : []
}

function listed(genes: readonly string[]): string {
  return genes.length > 5 ? `${genes.slice(0, 4).join(', ')} and ${genes.length - 4} more` : genes.join(', ')
}

/** 'order 41 from 3 Mar 2026, reported'. */
function inWords(order: EarlierOrder): string {
  const day = readIsoDate(order.orderedOn)?.toUTCString().slice(5, 16).replace(/^0/, '')
  return `order ${order.id}${day ? ` from ${day}` : ''}, ${order.reported ? 'reported' : order.displayStatus}`
}
