import { ACTIONS, CLASSES, DELETIONS_AND_DUPLICATIONS, OVERALL } from './choices.ts'
import type { Answer, Code, Finding } from './finding.ts'
import type { DrugResponse, GeneticResult, Study } from './genetic-result.ts'
import { Q } from './questions.ts'
import type { Consequence, ReportedVariant, Significance } from './reported-variant.ts'
import { conditionAnswer, geneAnswer } from './values.ts'
import { choiceAnswer, numberAnswer, VARIANT_FIELDS } from './variant-fields.ts'

type Value = Omit<Answer, 'question'>

const answer = (question: Code, value: Value): Answer => ({ question, ...value })
const words = (question: Code, ...texts: (string | undefined)[]): Answer[] =>
  texts.flatMap((text) => (text === undefined ? [] : [{ question, codes: [], text }]))
/** A conclusion's own question, which has no answer. */
const head = (question: Code): Answer => ({ question, codes: [], text: '' })

/**
 * The findings that say a genetic result: what `readResult` reads back. Those of variants keep the variants'
 * keys; the others are named after what they are about, or a little longer where a finding has that name.
 */
export function writeResult({
  variants,
  phases,
  drugResponses,
  markers,
  recommendations,
  others,
  ...rest
}: GeneticResult): Finding[] {
  const overall = overallAnswers(rest)
  const taken = new Set([...variants.map(({ key }) => key), ...others.map(({ id }) => id)])
  const free = (id: string): string => (taken.has(id) ? free(`${id}+`) : id)
  return [
    ...(overall.length > 0 ? [{ id: free('1'), of: [], answers: overall, notes: [] }] : []),
    ...variants.flatMap(variantFindings),
    ...phases.map(({ variants: of, relation }, index) => ({
      ...{ id: free(`4.${index + 1}`), of, answers: words(Q.phase, relation), notes: [] },
    })),
    ...drugResponses.map((response, index) => drugFinding(free(`5.${index + 1}`), response)),
    ...markers.map(({ code, name, value }, index) => ({
      ...{
        id: free(`6.${index + 1}`),
        of: [],
        answers: words({ system: 'LN', code, name }, value),
        notes: [],
      },
    })),
    ...recommendations.map(({ of, action, text }, index) => ({
      ...{ id: free(`7.${index + 1}`), of, notes: [] },
      answers: [
        ...(action === undefined ? [] : [answer(Q.action, choiceAnswer(ACTIONS, action))]),
        ...words(Q.recommendation, text),
      ],
    })),
    ...others,
  ]
}

type Whole = Pick<GeneticResult, 'overall' | 'deletionsAndDuplications' | 'conclusion' | 'study'> &
  Pick<GeneticResult, 'methods' | 'limits'>

function overallAnswers(result: Whole): Answer[] {
  const { overall, deletionsAndDuplications: copies, conclusion, study, methods, limits } = result
  return [
    ...(overall === undefined ? [] : [answer(Q.overall, choiceAnswer(OVERALL, overall))]),
    ...(copies === undefined
      ? []
      : [answer(Q.deletionsAndDuplications, choiceAnswer(DELETIONS_AND_DUPLICATIONS, copies))]),
    ...words(Q.conclusion, conclusion),
    ...studyAnswers(study),
    ...words(Q.methods, ...methods),
    ...words(Q.limits, ...limits),
  ]
}

function studyAnswers({ reasons, diseases, genes, regions }: Study): Answer[] {
  return [
    ...words(Q.reason, ...reasons),
    ...diseases.map((one) => answer(Q.disease, conditionAnswer(one))),
    ...genes.map((one) => answer(Q.genes, geneAnswer(one))),
    ...words(Q.regions, ...regions),
  ]
}

const OWN_NAME = { haplotype: Q.haplotype, genotype: Q.genotype }

function variantFindings(variant: ReportedVariant): Finding[] {
  const { key: id, of, form, name, notes, consequences, significances } = variant
  const fields = Object.values(VARIANT_FIELDS).flatMap(({ question, write }) => {
    const value = form !== 'variant' && question.code === NAME ? null : write(variant)
    return value === null ? [] : [answer(question, value)]
  })
  const answers = [
    ...(form === 'variant' ? [] : name === undefined ? [head(OWN_NAME[form])] : words(OWN_NAME[form], name)),
    ...fields,
    ...variant.genes.map((gene) => answer(Q.gene, geneAnswer(gene))),
    ...variant.repeats.flatMap(({ motif, times }) => [
      ...words(Q.motif, motif),
      ...(times === null ? [] : [answer(Q.times, numberAnswer(times, '1'))]),
    ]),
    ...words(Q.phase, variant.phase),
  ]
  return [
    { id, of, answers, notes },
    ...consequences.map((one, index) => consequenceFinding(`${id}.c${index + 1}`, id, one)),
    ...significances.map((one, index) => significanceFinding(`${id}.s${index + 1}`, id, one)),
  ]
}

/** A variant's display name; haplotypes and genotypes have their name in their own question. */
const NAME = '47998-0'

function consequenceFinding(id: string, of: string, { effects, ...fields }: Consequence): Finding {
  const onTranscript = ['51958-7', '48004-6', '48005-3'].flatMap((code) => {
    const field = VARIANT_FIELDS[code]
    const value = field?.write({ ...NOTHING, ...fields })
    return field && value ? [answer(field.question, value)] : []
  })
  const answers = [head(Q.consequence), ...onTranscript, ...words(Q.featureConsequence, ...effects)]
  return { id, of: [of], answers, notes: [] }
}

const NOTHING: ReportedVariant = {
  ...{ key: '', form: 'variant', of: [], genes: [], repeats: [] },
  ...{ consequences: [], significances: [], notes: [] },
}

function significanceFinding(id: string, of: string, one: Significance): Finding {
  const { variantClass, scheme, classifiedOn, conditions, conditionInheritance, evidence, text } = one
  const answers = [
    head(Q.implication),
    ...(variantClass === undefined ? [] : [answer(Q.significance, choiceAnswer(CLASSES, variantClass))]),
    ...words(Q.scheme, scheme),
    ...words(Q.classifiedOn, classifiedOn),
    ...conditions.map((condition) => answer(Q.condition, conditionAnswer(condition))),
    ...words(Q.conditionInheritance, conditionInheritance),
    ...words(Q.evidence, evidence),
    ...words(Q.text, text),
  ]
  return { id, of: [of], answers, notes: [] }
}

function drugFinding(id: string, response: DrugResponse): Finding {
  const { of, drugs, therapies, conditions, evidence, text } = response
  const answers = [
    head(Q.response),
    ...drugs.map((drug) => answer(Q.drug, conditionAnswer(drug))),
    ...therapies.map((therapy) => answer(Q.therapy, conditionAnswer(therapy))),
    ...conditions.map((condition) => answer(Q.condition, conditionAnswer(condition))),
    ...words(Q.response, response.response),
    ...words(Q.evidence, evidence),
    ...words(Q.text, text),
  ]
  return { id, of, answers, notes: [] }
}
