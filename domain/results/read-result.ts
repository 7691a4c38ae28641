import { ACTIONS, codeFor, DELETIONS_AND_DUPLICATIONS, OVERALL, OVERALL_BY_SNOMED } from './choices.ts'
import { type Answer, codeOf, type Finding, numberOf } from './finding.ts'
import {
  BETWEEN_ANSWERS,
  type DrugResponse,
  type GeneticResult,
  type Marker,
  type Phase,
  type Recommendation,
  type Study,
} from './genetic-result.ts'
import { MARKERS, OF_A_VARIANT, Q } from './questions.ts'
import { wordIn } from './read-choice.ts'
import { readConsequence, readSignificance, readVariant } from './read-variant.ts'
import type { Condition, Consequence, ReportedVariant, Significance } from './reported-variant.ts'
import { Unread } from './unread.ts'
import { conditionIn, geneIn, isGene, wordsIn } from './values.ts'
import { SECTION, sectionIn, VARIANT_FIELDS } from './variant-fields.ts'

type Kind = 'recommendation' | 'consequence' | 'significance' | 'drug' | 'phase' | 'variant' | 'other'

const DRUG_RESPONSES = [Q.metabolism.code, Q.efficacy.code, Q.response.code]

/** What a finding is about. Its own question tells a conclusion from a variant, whose fields it may repeat. */
function kindOf(unread: Unread): Kind {
  const { answers, of, within } = unread.finding
  const isConcluded = of.length > 0 || within !== undefined
  const asks = (question: string) => answers[0]?.question.code === question
  const isOfVariant = asks(Q.haplotype.code) || asks(Q.genotype.code) || unread.has(...OF_A_VARIANT)
  if (asks(Q.recommendation.code) || asks(Q.action.code)) return 'recommendation'
  if (asks(Q.consequence.code)) return 'consequence'
  if (asks(Q.implication.code)) return 'significance'
  if (asks(Q.response.code)) return 'drug'
  if (asks(Q.phase.code) && of.length > 1) return 'phase'
  if (isOfVariant) return 'variant'
  if (unread.has(Q.significance.code, Q.condition.code) && isConcluded) return 'significance'
  if (unread.has(Q.drug.code, Q.therapy.code, ...DRUG_RESPONSES) && isConcluded) return 'drug'
  return 'other'
}

/** Whether a finding tells a variant's class or consequence. */
export function isToldOfVariants(finding: Finding): boolean {
  return ['significance', 'consequence'].includes(kindOf(new Unread(finding)))
}

/** The genetic result that findings describe. Every answer ends in a field of the result or in `others`. */
export function readResult(findings: readonly Finding[]): GeneticResult {
  const all = findings.map((finding) => {
    const unread = new Unread(finding)
    return { unread, kind: kindOf(unread) }
  })
  const those = (kind: Kind) => all.filter((one) => one.kind === kind).map(({ unread }) => unread)
  const drugResponses = [
    ...those('drug').flatMap((unread) => drugResponseIn(unread, bases(unread.finding))),
    ...those('variant').flatMap((unread) => drugResponseIn(unread, [unread.finding.id])),
  ]
  const variants = withSections(those('variant').map(readVariant), those('variant'), those('other'))
  // Once: a report may have thousands of findings.
  const behind = variantsBehind(findings, new Set(variants.map(({ key }) => key)))
  const result = {
    ...overallIn(all.map(({ unread }) => unread)),
    variants: withConclusions(variants, those('variant'), those('significance'), those('consequence')),
    phases: those('phase').flatMap(phaseIn),
    drugResponses,
    markers: all.flatMap(({ unread }) => markersIn(unread)),
    recommendations: all.flatMap(({ unread }) => recommendationsIn(unread, behind)),
    methods: distinct(all.flatMap(({ unread }) => unread.take([Q.methods.code], wordsIn))),
    limits: distinct(all.flatMap(({ unread }) => limitsIn(unread))),
    study: studyIn(those('other'), findings),
  }
  const others = all.flatMap(({ unread: { answers, finding }, kind }) => {
    const notes = kind === 'variant' ? [] : finding.notes
    return answers.length > 0 || notes.length > 0 ? [{ ...finding, answers, notes }] : []
  })
  return { ...result, others }
}

const distinct = (texts: readonly string[]) => [...new Set(texts)]

const QUESTIONS = new Set([...Object.values(Q).map(({ code }) => code), ...MARKERS])

/** Whether a question is one of a genetic result, by its code. */
export function isQuestion(code: string): boolean {
  return QUESTIONS.has(code) || code in VARIANT_FIELDS
}

/** The ids of the findings that say something of a genetic result; none if there is no such result. */
export function geneticFindings(findings: readonly Finding[]): ReadonlySet<string> {
  const isGenetic = findings.some((finding) => {
    const unread = new Unread(finding)
    return kindOf(unread) !== 'other' || unread.has(Q.overall.code, Q.deletionsAndDuplications.code)
  })
  if (!isGenetic) return new Set()
  const result = readResult(findings)
  const left = new Map(result.others.map(({ id, answers }) => [id, answers.length]))
  const variants = new Set(result.variants.map(({ key }) => key))
  const isRead = (finding: Finding) =>
    variants.has(finding.id) || (left.get(finding.id) ?? 0) < new Unread(finding).answers.length
  return new Set(findings.filter(isRead).map(({ id }) => id))
}

function overallIn(
  all: readonly Unread[],
): Pick<GeneticResult, 'overall' | 'deletionsAndDuplications' | 'conclusion'> {
  const every = (question: string, read: (answer: Answer) => string | undefined) =>
    all.flatMap((unread) => unread.take([question], read))
  const first = (question: string, read: (answer: Answer) => string | undefined) => {
    for (const unread of all) {
      const value = unread.takeOne(question, read)
      if (value !== undefined) return value
    }
    return undefined
  }
  // A report of several panels may answer differently for each: none of them stands for all.
  const answers = new Set(every(Q.overall.code, overallWord))
  const overall = answers.size === 0 ? undefined : [...answers].join(BETWEEN_ANSWERS)
  const copies = first(
    Q.deletionsAndDuplications.code,
    (answer) => wordIn(DELETIONS_AND_DUPLICATIONS, answer) || undefined,
  )
  const conclusion = first(Q.conclusion.code, wordsIn)
  return {
    ...(overall === undefined ? {} : { overall }),
    ...(copies === undefined ? {} : { deletionsAndDuplications: copies }),
    ...(conclusion === undefined ? {} : { conclusion }),
  }
}

function overallWord(answer: Answer): string | undefined {
  const code = codeFor(OVERALL_BY_SNOMED, codeOf(answer, 'SCT'))
  const codes = code === undefined ? answer.codes : [...answer.codes, { system: 'LN', code, name: '' }]
  return wordIn(OVERALL, { ...answer, codes }) || undefined
}

/** The findings that a conclusion is drawn from. */
function bases({ of, within }: Finding): readonly string[] {
  return within === undefined ? of : [...of, within]
}

/** The variants with what other findings conclude about them. */
function withConclusions(
  variants: readonly ReportedVariant[],
  parts: readonly Unread[],
  implications: readonly Unread[],
  consequences: readonly Unread[],
): ReportedVariant[] {
  const keys = new Set(variants.map(({ key }) => key))
  const significancesOf = new Map<string, Significance[]>()
  const consequencesOf = new Map<string, Consequence[]>()
  const add = <T>(to: Map<string, T[]>, unread: Unread, read: (unread: Unread) => T | null) => {
    const about = bases(unread.finding).filter((key) => keys.has(key))
    const value = about.length === 0 ? null : read(unread)
    if (value !== null) for (const key of about) to.set(key, [...(to.get(key) ?? []), value])
  }
  const partsOf = new Map<string, string[]>()
  for (const {
    finding: { id, within },
  } of parts)
    if (within !== undefined) partsOf.set(within, [...(partsOf.get(within) ?? []), id])
  for (const unread of implications) add(significancesOf, unread, readSignificance)
  for (const unread of consequences) add(consequencesOf, unread, readConsequence)
  return variants.map((variant) => ({
    ...variant,
    of: [...variant.of, ...(partsOf.get(variant.key) ?? [])],
    consequences: [...variant.consequences, ...(consequencesOf.get(variant.key) ?? [])],
    significances: [...variant.significances, ...(significancesOf.get(variant.key) ?? [])],
  }))
}

/** A section that is told once, in the finding that variants are within (OBX-4 `3` of `3.1`), is theirs. */
function withSections(
  variants: readonly ReportedVariant[],
  parts: readonly Unread[],
  others: readonly Unread[],
): ReportedVariant[] {
  const heads = new Map(others.map((unread) => [unread.finding.id, unread]))
  const told = new Map<string, string | undefined>()
  return variants.map((variant, index) => {
    const head = parts[index]?.finding.within
    if (variant.section !== undefined || head === undefined) return variant
    if (!told.has(head)) told.set(head, heads.get(head)?.takeOne(SECTION.code, sectionIn))
    const section = told.get(head)
    return section === undefined ? variant : { ...variant, section }
  })
}

function drugResponseIn(unread: Unread, of: readonly string[]): DrugResponse[] {
  // Some laboratories name the drug where the evidence belongs.
  const misplaced = unread.take([Q.evidence.code], drugIn)
  const drugs = [...unread.take([Q.drug.code], conditionIn), ...misplaced]
  const therapies = unread.take([Q.therapy.code], conditionIn)
  const responses = unread.take(DRUG_RESPONSES, wordsIn)
  if ([...drugs, ...therapies, ...responses].length === 0) return []
  // A variant's own condition is what it causes.
  const conditions = unread.has(...OF_A_VARIANT) ? [] : unread.take([Q.condition.code], conditionIn)
  const evidence = unread.takeOne(Q.evidence.code, wordsIn)
  const text = unread.takeOne(Q.text.code, wordsIn)
  return [
    {
      ...{ of, drugs, therapies, conditions },
      ...(responses.length === 0 ? {} : { response: responses.join('; ') }),
      ...(evidence === undefined ? {} : { evidence }),
      ...(text === undefined ? {} : { text }),
    },
  ]
}

const DRUG_SYSTEMS = ['RXNORM', 'ATC']

function drugIn(answer: Answer): Condition | undefined {
  return answer.codes.some(({ system }) => DRUG_SYSTEMS.includes(system)) ? conditionIn(answer) : undefined
}

/** The variants that a finding is about, itself or by what it is concluded from. */
function variantsBehind(findings: readonly Finding[], keys: ReadonlySet<string>) {
  const byId = new Map(findings.map((one) => [one.id, one]))
  const behind = (id: string): readonly string[] => {
    if (keys.has(id)) return [id]
    const finding = byId.get(id)
    return finding ? bases(finding).filter((one) => keys.has(one)) : []
  }
  return (finding: Finding) => distinct(bases(finding).flatMap(behind))
}

/** An action in short and its text belong together; of several, nobody says which text belongs to which. */
function recommendationsIn(unread: Unread, of: (finding: Finding) => readonly string[]): Recommendation[] {
  const actions = unread.take([Q.action.code], (answer) => wordIn(ACTIONS, answer) || undefined)
  const told = unread.take([Q.recommendation.code], wordsIn)
  if (actions.length === 0 && told.length === 0) return []
  const about = { of: of(unread.finding) }
  const [action, text] = [actions[0], told[0]]
  if (actions.length === 1 && told.length === 1) return [{ ...about, action, text } as Recommendation]
  return [
    ...actions.map((one) => ({ ...about, action: one })),
    ...told.map((one) => ({ ...about, text: one })),
  ]
}

/** What the laboratory says of them, and what could not be read. */
function limitsIn(unread: Unread): string[] {
  const sequence = unread.finding.answers.find(({ question }) => question.code === Q.reference.code)
  const uncallable = unread.take([Q.uncallable.code], ({ amount, text }) => {
    const range = amount ? `${amount.low ?? ''}–${amount.high ?? ''}` : text
    return `${Q.uncallable.name}: ${(sequence && wordsIn(sequence)) ?? ''} ${range}`.replaceAll(/ +/g, ' ')
  })
  return [...unread.take([Q.limits.code], wordsIn), ...uncallable]
}

function phaseIn(unread: Unread): Phase[] {
  const relation = unread.takeOne(Q.phase.code, wordsIn)
  return relation === undefined ? [] : [{ variants: unread.finding.of, relation }]
}

function markersIn(unread: Unread): Marker[] {
  return unread.take(MARKERS, (answer): Marker | undefined => {
    const value = wordsIn(answer) ?? numberOf(answer)
    const { code, name } = answer.question
    return value === undefined || value === null ? undefined : { code, name, value: String(value) }
  })
}

/** What was looked at. A range's sequence may be in the finding that it is within (OBX-4 1a of 1a.a). */
function studyIn(all: readonly Unread[], findings: readonly Finding[]): Study {
  const sequences = new Map<string, string>()
  for (const { id, answers } of findings) {
    const sequence = answers.find(({ question }) => question.code === Q.reference.code)
    if (sequence) sequences.set(id, wordsIn(sequence) ?? '')
  }
  const ranges = all.flatMap((unread) =>
    unread.take([Q.range.code], ({ amount, text }) => {
      const range = amount ? `${amount.low ?? ''}–${amount.high ?? ''}` : text
      const { id, within = id } = unread.finding
      return `${sequences.get(id) ?? sequences.get(within) ?? ''} ${range}`.trim()
    }),
  )
  const take = <T>(questions: string[], read: (answer: Answer) => T | undefined) =>
    all.flatMap((unread) => unread.take(questions, read))
  // The sequences of ranges are in them now.
  if (ranges.length > 0) take([Q.reference.code], wordsIn)
  return {
    reasons: take([Q.reason.code], wordsIn),
    diseases: take([Q.disease.code], conditionIn),
    genes: take([Q.gene.code, Q.genes.code], geneIn).filter(isGene),
    regions: [...ranges, ...take([Q.regions.code], wordsIn)],
  }
}
