import { byText } from '../text/order.ts'
import { meaningsOf, plain, wordsOf } from './search-words.ts'
import { probablyMeant } from './typing-errors.ts'

/** What a search looks in. */
export interface SearchedTest {
  code: string
  /** '' if it is shown by its own code. */
  displayCode: string
  name: string
  description: string
  categoryName: string
  method: string
  genes: readonly string[]
  cptCodes: readonly string[]
  /** How many were ordered in the last year; 0 if not counted. */
  orderedOften: number
}

/** An ICD-10-CM code with its description. */
export interface Diagnosis {
  code: string
  description: string
}

export interface Hit {
  code: string
  /** Larger is better; comparable only within one result. */
  score: number
  /** The gene by which it was found, if any. */
  gene: string | null
}

export interface SearchResult {
  /** Best first. */
  hits: Hit[]
  /** The corrected search if a typed word is unknown: 'epilepsy' for 'epilespy'. */
  corrected: string | null
  /** The diagnosis whose code was typed, and whose words were searched for. */
  diagnosis: Diagnosis | null
  /** The gene whose complete symbol was typed. */
  gene: string | null
}

/** Word → its weight in each test that contains it. */
type Postings = Map<string, Map<string, number>>

export interface TestIndex {
  readonly tests: ReadonlyMap<string, SearchedTest>
  readonly diagnoses: readonly Diagnosis[]
  /** Gene symbols by their lower-case form. */
  readonly genes: ReadonlyMap<string, string>
  readonly words: Postings
  readonly testsOfGene: ReadonlyMap<string, readonly string[]>
  /** Normalized word (`wordsOf`) → its first spelling in the catalogue. */
  readonly spelled: ReadonlyMap<string, string>
  /** Every searchable word, with the number of tests that contain it. */
  readonly known: ReadonlyMap<string, number>
  /** The number of orders of the most ordered test. */
  readonly mostOrdered: number
}

const WEIGHTS = { code: 12, name: 6, description: 3, category: 1, method: 1 }
/** Tests with a score below this fraction of the best are about something else. */
const WORTH_SHOWING = 0.4
/** The fraction by which the score of the most ordered test is raised. */
const OFTEN = 0.5
/** With fewer results than this, partial matches are shown too. */
const FEW = 3
const NOTHING: SearchResult = { hits: [], corrected: null, diagnosis: null, gene: null }

/** Built once per catalogue, and queried often. */
export function testIndex(tests: readonly SearchedTest[], diagnoses: readonly Diagnosis[]): TestIndex {
  const words: Postings = new Map()
  const testsOfGene = new Map<string, string[]>()
  const genes = new Map<string, string>()
  const spelled = new Map<string, string>()
  for (const test of tests) {
    const texts: [string, number][] = [
      [[test.code, test.displayCode, ...test.cptCodes].join(' '), WEIGHTS.code],
      [test.name, WEIGHTS.name],
      [test.description, WEIGHTS.description],
      [test.categoryName, WEIGHTS.category],
      [test.method, WEIGHTS.method],
    ]
    for (const [text, weight] of texts)
      for (const fullWord of plain(text).split(/[^a-z0-9]+/)) {
        const [word] = wordsOf(fullWord)
        if (word === undefined) continue
        if (!spelled.has(word)) spelled.set(word, fullWord)
        const having = words.get(word) ?? new Map<string, number>()
        having.set(test.code, Math.max(weight, having.get(test.code) ?? 0))
        words.set(word, having)
      }
    for (const gene of test.genes) {
      const key = gene.toLowerCase()
      genes.set(key, gene)
      testsOfGene.set(key, [...(testsOfGene.get(key) ?? []), test.code])
    }
  }
  const known = new Map([...words].map(([word, having]) => [word, having.size]))
  for (const [gene, having] of testsOfGene) known.set(gene, (known.get(gene) ?? 0) + having.length)
  const byCode = new Map(tests.map((test) => [test.code, test]))
  const mostOrdered = Math.max(0, ...tests.map((test) => test.orderedOften))
  return { tests: byCode, diagnoses, genes, words, testsOfGene, spelled, known, mostOrdered }
}

/**
 * Finds tests by name, code, gene, disease or ICD-10-CM code, best first. All words count: tests that match
 * all come first, and alone unless they are few. An unknown word is replaced by the nearest known one.
 */
export function searchTests(index: TestIndex, typed: string): SearchResult {
  const gene = index.genes.get(geneKey(typed)) ?? null
  if (gene !== null) return { ...NOTHING, gene, hits: best(ofGene(index, gene)) }
  const diagnoses = diagnosesOf(index, typed)
  if (diagnoses[0]) return { ...NOTHING, diagnosis: diagnoses[0], hits: ofDiagnoses(index, diagnoses) }

  const words = wordsOf(typed)
  if (words.length === 0) return NOTHING
  const meant = words.map((word) => (isKnown(index, word) ? word : probablyMeant(word, index.known)))
  const scores = meant.map((word) => (word === null ? new Map<string, Hit>() : ofWord(index, word)))
  const hits = together(index, scores)
  if (hits.length === 0 || meant.every((word, at) => word === null || word === words[at]))
    return { ...NOTHING, hits }
  const corrected = meant.map((word, at) => spelled(index, word ?? words[at] ?? '')).join(' ')
  const correctedGene = index.genes.get(corrected.toLowerCase()) ?? null
  return correctedGene === null
    ? { ...NOTHING, corrected, hits }
    : { ...NOTHING, corrected, gene: correctedGene, hits: best(ofGene(index, correctedGene)) }
}

/** A completion of the search text: the full name of a test, gene or diagnosis. */
export interface Suggestion {
  kind: 'test' | 'gene' | 'diagnosis'
  /** The code it is looked up by: a test's code, a gene's symbol, a diagnosis code. */
  code: string
  text: string
}

/** At most `top` suggestions for the text so far, best first; none for fewer than two letters. */
export function suggestions(index: TestIndex, typed: string, top: number): Suggestion[] {
  const key = geneKey(typed)
  if (key.length < 2) return []
  const genes: Suggestion[] = [...index.genes]
    .filter(([gene]) => gene.startsWith(key))
    .sort(([one], [other]) => one.length - other.length || byText(one, other))
    .slice(0, 3)
    .map(([gene, symbol]) => ({ kind: 'gene', code: symbol, text: inTests(index.testsOfGene.get(gene)) }))
  const diagnoses: Suggestion[] = withCode(index, typed)
    .slice(0, 4)
    .map(({ code, description }) => ({ kind: 'diagnosis', code, text: description }))
  const tests: Suggestion[] = searchTests(index, typed)
    .hits.slice(0, top)
    .map(({ code }) => ({ kind: 'test', code, text: index.tests.get(code)?.name ?? code }))
  return [...genes, ...diagnoses, ...tests].slice(0, top)
}

function inTests(tests: readonly string[] = []): string {
  return tests.length === 1 ? 'Gene, in 1 test' : `Gene, in ${tests.length} tests`
}

/** Normalizes a gene symbol as it may be typed: `brca 1`, `BRCA-1`. */
function geneKey(typed: string): string {
  const symbol = plain(typed).trim()
  return /^[a-z0-9]+[ -]\d+$/.test(symbol) ? symbol.replace(/[ -]/, '') : symbol
}

function isKnown(index: TestIndex, word: string): boolean {
  return index.known.has(word) || ofWord(index, word).size > 0
}

/** A word in its readable spelling: a gene's symbol, or the word with its ending. */
function spelled(index: TestIndex, word: string): string {
  return index.genes.get(word) ?? index.spelled.get(word) ?? word
}

/** The smaller the panel, the more it is about this gene. */
function ofGene(index: TestIndex, gene: string, share = 1): Hit[] {
  return (index.testsOfGene.get(gene.toLowerCase()) ?? []).map((code) => {
    const size = index.tests.get(code)?.genes.length ?? 1
    return { code, gene, score: (share * 20) / (1 + Math.log2(size)) }
  })
}

/** Tests with the word, a synonym, or a word that begins with it; rare words weigh more. */
function ofWord(index: TestIndex, word: string): Map<string, Hit> {
  const hits = new Map<string, Hit>()
  const add = (hit: Hit) => {
    if (hit.score > (hits.get(hit.code)?.score ?? 0)) hits.set(hit.code, hit)
  }
  const addWord = (known: string, share: number) => {
    const having = index.words.get(known)
    if (!having) return
    const rare = Math.log(1 + index.tests.size / having.size)
    for (const [code, weight] of having) add({ code, gene: null, score: share * weight * rare })
  }
  addWord(word, 1)
  for (const other of meaningsOf(word)) addWord(other, 0.5)
  for (const hit of ofGene(index, word)) add({ ...hit, gene: spelled(index, word) })
  if (word.length >= 2) {
    for (const known of index.words.keys())
      if (known !== word && known.startsWith(word)) addWord(known, 0.7 * (word.length / known.length))
    if (word.length >= 3)
      for (const [key, symbol] of index.genes)
        if (key !== word && key.startsWith(word)) for (const hit of ofGene(index, symbol, 0.4)) add(hit)
  }
  return hits
}

/** Tests that match the most words, at least half of them; if they are few, followed by weaker matches. */
function together(index: TestIndex, words: readonly ReadonlyMap<string, Hit>[]): Hit[] {
  const all = new Map<string, Hit & { words: number }>()
  for (const hits of words)
    for (const { code, score, gene } of hits.values()) {
      const before = all.get(code)
      all.set(code, {
        code,
        score: score + (before?.score ?? 0),
        gene: gene ?? before?.gene ?? null,
        words: 1 + (before?.words ?? 0),
      })
    }
  for (const hit of all.values()) hit.score *= 1 + OFTEN * shareOf(index, hit.code)
  const most = Math.max(0, ...[...all.values()].map((hit) => hit.words))
  if (most < words.length / 2) return []
  const hits = best([...all.values()].filter((hit) => hit.words === most))
  if (most === words.length && hits.length >= FEW) return hits
  const others = best([...all.values()].filter((hit) => hit.words < most))
  return [...hits, ...others.filter(({ score }) => score >= WORTH_SHOWING * (hits[0]?.score ?? 0))]
}

/** A test's orders as a fraction of the most ordered test's: 0 to 1. */
function shareOf({ tests, mostOrdered }: TestIndex, code: string): number {
  return mostOrdered === 0 ? 0 : (tests.get(code)?.orderedOften ?? 0) / mostOrdered
}

function best(hits: readonly Hit[]): Hit[] {
  return hits
    .map(({ code, score, gene }) => ({ code, score, gene }))
    .sort((one, other) => other.score - one.score || byText(one.code, other.code))
}

const ICD10 = /^[a-z](\d[0-9a-z]|[a-z]\d)(\.?[0-9a-z]{0,4})?$/i

function withCode(index: TestIndex, typed: string): Diagnosis[] {
  const query = typed.trim()
  if (!ICD10.test(query)) return []
  const start = query.replace('.', '').toUpperCase()
  return index.diagnoses.filter(({ code }) => code.replace('.', '').startsWith(start))
}

/**
 * Diagnoses whose code begins with the typed text; otherwise the nearest broader ones, down to three
 * characters.
 */
function diagnosesOf(index: TestIndex, typed: string): Diagnosis[] {
  if (index.tests.has(typed.trim())) return []
  for (let code = typed.trim(); code.length >= 3; code = code.slice(0, -1)) {
    const found = withCode(index, code)
    if (found.length > 0) return found
  }
  return []
}

/** Tests about what the diagnoses have in common. */
function ofDiagnoses(index: TestIndex, diagnoses: readonly Diagnosis[]): Hit[] {
  const often = new Map<string, number>()
  for (const { description } of diagnoses)
    for (const word of new Set(wordsOf(description))) often.set(word, (often.get(word) ?? 0) + 1)
  const scores = new Map<string, Hit>()
  for (const [word, times] of often) {
    if (times < diagnoses.length / 2 || /^\d+$/.test(word)) continue
    for (const { code, score, gene } of ofWord(index, word).values())
      scores.set(code, { code, gene, score: score + (scores.get(code)?.score ?? 0) })
  }
  const hits = best([...scores.values()])
  return hits.filter(({ score }) => score >= WORTH_SHOWING * (hits[0]?.score ?? 0))
}
