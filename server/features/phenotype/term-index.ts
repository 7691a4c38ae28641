import MiniSearch from 'minisearch'
import { meaningOf } from '#domain/phenotype/clinic-words.ts'
import { HPO_ID, type HpoRelease, type HpoTerm, NO_FINDINGS } from '#domain/phenotype/term.ts'
import { compared, isFiller, phraseKey, tokensOf } from '#domain/phenotype/words.ts'
import { byText } from '#domain/text/order.ts'

/** A term that a search found. */
export interface FoundTerm {
  id: string
  label: string
  definition: string
  /** The synonym that matched; '' if the label did. */
  matched: string
  /** Whether it can be a person's finding: not a mode of inheritance, a modifier or a frequency. */
  isFinding: boolean
  /** For an obsolete or merged identifier that was searched for: that identifier; otherwise ''. */
  replaces: string
}

/** One name of a term, as compared. */
interface Name {
  text: string
  words: readonly string[]
  /** The share of a match's score: a label's is 1. */
  weight: number
}

export interface TermIndex {
  readonly terms: ReadonlyMap<string, HpoTerm>
  /** Obsolete and merged identifiers, with the current one; '' if there is none. */
  readonly current: ReadonlyMap<string, string>
  readonly findings: ReadonlySet<string>
  readonly names: ReadonlyMap<string, readonly Name[]>
  /** Phrase key → terms with such a name, best first. */
  readonly exact: ReadonlyMap<string, readonly string[]>
  readonly words: MiniSearch<{ id: string; names: string }>
}

const WEIGHTS = { exact: 0.95, related: 0.8, broad: 0.7, narrow: 0.7 } as const
/** The terms that are ranked; a search with more candidates is too short for its order to matter. */
const MOST_RANKED = 500
/** Terms indexed between two turns of the event loop: some milliseconds. */
const CHUNK = 400

/** Builds the index, without holding up other requests; takes about a fifth of a second. */
export async function buildTermIndex({ terms, obsolete }: HpoRelease): Promise<TermIndex> {
  const byId = new Map(terms.map((term) => [term.id, term]))
  const current = new Map<string, string>(obsolete.map(({ id, replacedBy }) => [id, replacedBy]))
  const names = new Map<string, Name[]>()
  const exact = new Map<string, { id: string; weight: number }[]>()
  for (const [at, term] of terms.entries()) {
    for (const other of term.alternativeIds) current.set(other, term.id)
    const all = [
      nameOf(term.label, 1),
      ...term.synonyms.map(({ text, scope }) => nameOf(text, WEIGHTS[scope])),
    ]
    names.set(term.id, all)
    for (const { words, weight } of all) {
      const key = phraseKey(words)
      const having = exact.get(key) ?? []
      if (!having.some(({ id }) => id === term.id)) exact.set(key, [...having, { id: term.id, weight }])
    }
    if (at % CHUNK === CHUNK - 1) await new Promise(setImmediate)
  }
  const words = new MiniSearch<{ id: string; names: string }>({
    fields: ['names'],
    tokenize: (text) => text.split(' '),
    processTerm: (word) => word,
  })
  await words.addAllAsync(
    terms.map(({ id }) => ({
      id,
      names: [...new Set((names.get(id) ?? []).flatMap((name) => name.words))].join(' '),
    })),
    { chunkSize: CHUNK },
  )
  const ranked = [...exact].map(([key, having]): [string, string[]] => [
    key,
    having
      .toSorted((one, other) => other.weight - one.weight || byText(one.id, other.id))
      .map(({ id }) => id),
  ])
  const findings = new Set(terms.map(({ id }) => id).filter((id) => !isBelow(byId, id, NO_FINDINGS)))
  findings.delete('HP:0000001')
  return { terms: byId, current, findings, names, exact: new Map(ranked), words }
}

function nameOf(text: string, weight: number): Name {
  return { text, words: tokensOf(text).map(({ word }) => word), weight }
}

/** Whether a term is one of `roots` or below one of them. */
export function isBelow(terms: ReadonlyMap<string, HpoTerm>, id: string, roots: readonly string[]): boolean {
  return roots.includes(id) || [...ancestorsIn(terms, id)].some((above) => roots.includes(above))
}

/** All terms above a term, up to the root. */
function ancestorsIn(terms: ReadonlyMap<string, HpoTerm>, id: string): Set<string> {
  const above = new Set<string>()
  const next = [...(terms.get(id)?.parents ?? [])]
  for (let parent = next.pop(); parent !== undefined; parent = next.pop()) {
    if (above.has(parent)) continue
    above.add(parent)
    next.push(...(terms.get(parent)?.parents ?? []))
  }
  return above
}

/**
 * Terms by identifier, name or synonym, best first: first those with exactly this name (in any order of its
 * words), then by how much of a name was typed. The last letters of a word may be missing, and a letter may be
 * wrong in a longer word.
 */
export function searchTerms(index: TermIndex, typed: string, top: number): FoundTerm[] {
  const id = identifierIn(typed)
  if (id !== null) return byIdentifier(index, id)
  const words = tokensOf(typed).map(({ word }) => word)
  const telling = words.filter((word) => !isFiller(word))
  // Each word once: typed several times it says no more, and each costs a search.
  const query = [...new Set(telling.length > 0 ? telling : words)]
  if (query.length === 0) return []
  const clinic = meaningOf(words)
  const first = [...(clinic === null ? [] : [clinic]), ...(index.exact.get(phraseKey(words)) ?? [])]
  const others = candidates(index, query)
    .map((term) => ({ term, ...score(index, term, query) }))
    .toSorted((one, other) => other.score - one.score || byLabel(index, one.term, other.term))
    .map(({ term }) => term)
  return [...new Set([...first, ...others])]
    .filter((term) => index.terms.has(term))
    .slice(0, top)
    .map((term) => found(index, term, score(index, term, query).matched))
}

function candidates({ words }: TermIndex, query: readonly string[]): string[] {
  const text = query.join(' ')
  const prefix = (word: string) => word.length > 1
  const near = words.search(text, { combineWith: 'AND', prefix })
  const found =
    near.length > 0
      ? near
      : words.search(text, {
          combineWith: 'AND',
          prefix,
          fuzzy: (word) => (word.length < 5 ? false : word.length < 7 ? 1 : 2),
        })
  return found.slice(0, MOST_RANKED).map(({ id }) => String(id))
}

/** The best share of one of a term's names that the typed words cover. */
function score({ names }: TermIndex, term: string, query: readonly string[]) {
  let best = { score: 0, matched: '' }
  for (const [at, { text, words, weight }] of (names.get(term) ?? []).entries()) {
    const hit = query.map((typed) =>
      words.includes(typed) ? 1 : words.some((word) => word.startsWith(typed)) ? 0.9 : 0,
    )
    const sum = hit.reduce<number>((total, one) => total + one, 0)
    const length = Math.max(words.filter((word) => !isFiller(word)).length, query.length)
    const share = (weight * sum) / length
    if (share > best.score) best = { score: share, matched: at === 0 ? '' : text }
  }
  return best
}

/** Of equally good terms, the one with the shorter label: the more general one. */
function byLabel({ terms }: TermIndex, one: string, other: string): number {
  const [label, otherLabel] = [terms.get(one)?.label ?? '', terms.get(other)?.label ?? '']
  return label.length - otherLabel.length || byText(label, otherLabel)
}

/** `HP:0001250`, `hp 1250` or `1250`; null if the text is no identifier. */
function identifierIn(typed: string): string | null {
  const digits = /^\s*(?:hp[\s:_]*(\d{1,7})|(\d{3,7}))\s*$/i.exec(typed)
  return digits ? `HP:${(digits[1] ?? digits[2] ?? '').padStart(7, '0')}` : null
}

/** The current identifier of a term, also of an obsolete or merged one; null if there is none. */
function currentId({ terms, current }: TermIndex, id: string): string | null {
  const seen = new Set<string>()
  // A replacement may itself have been replaced.
  for (let meant = id; meant !== '' && !seen.has(meant); meant = current.get(meant) ?? '') {
    if (terms.has(meant)) return meant
    seen.add(meant)
  }
  return null
}

function byIdentifier(index: TermIndex, id: string): FoundTerm[] {
  if (!HPO_ID.test(id)) return []
  const meant = currentId(index, id)
  return meant === null ? [] : [found(index, meant, '', meant === id ? '' : id)]
}

function found({ terms, findings }: TermIndex, id: string, matched: string, replaces = ''): FoundTerm {
  const { label = '', definition = '' } = terms.get(id) ?? {}
  const isLabel = compared(matched) === compared(label)
  return { id, label, definition, matched: isLabel ? '' : matched, isFinding: findings.has(id), replaces }
}
