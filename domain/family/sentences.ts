import type {
  Childlessness,
  FamilyDocument,
  FamilyMember,
  Gender,
  MemberCondition,
  MemberKey,
} from './document.ts'
import { type FamilyGraph, familyGraph } from './graph.ts'
import { type Relations, relations } from './relation.ts'
import { relationInWords } from './relation-words.ts'

/** What a sentence names besides the document. */
interface SentenceContext {
  graph: FamilyGraph
  relations: Relations
  /** `II-4`, of today’s drawing. */
  numberOf: (member: MemberKey) => string
  /** Whom relations of unnamed people are told from: usually the proband. */
  from: MemberKey | null
}

const GENDERS: Record<Gender, string> = {
  man: 'man',
  woman: 'woman',
  nonbinary: 'non-binary person',
  '': 'gender not known',
}
const PREGNANCIES: Record<NonNullable<FamilyMember['pregnancy']>['state'], string> = {
  ongoing: 'pregnancy',
  stillbirth: 'stillbirth',
  miscarriage: 'miscarriage',
  termination: 'terminated pregnancy',
  ectopic: 'ectopic pregnancy',
}

/** A name, or what an unnamed person is to the proband: `Ana Brook`, `maternal aunt of Ana Brook`. */
function callOf(member: FamilyMember, context: SentenceContext): string {
  const name = [member.firstName, member.lastName].filter((part) => part !== '').join(' ')
  if (name !== '') return name
  const from = context.from === null ? undefined : context.graph.members.get(context.from)
  if (!from || from.key === member.key) return member.isProband ? 'the proband' : 'somebody without a name'
  const relation = relationInWords(context.relations.of(member.key, from.key), member.gender)
  const whose = [from.firstName, from.lastName].filter((part) => part !== '').join(' ') || 'the proband'
  return relation === 'not related by blood' ? 'somebody without a name' : `${relation} of ${whose}`
}

/**
 * A person as a screen reader says it: who, where in the drawing, age, illness, results, family. `Ana Brook,
 * II-4, woman, 61 years, breast cancer at 44, GENE1 c.1A>G found; partner of Peter; 4 children`.
 */
function memberInWords(member: FamilyMember, document: FamilyDocument, context: SentenceContext): string {
  const { graph } = context
  const call = (one: FamilyMember) => callOf(one, context)
  const about = [
    call(member),
    context.numberOf(member.key),
    member.pregnancy ? pregnancyInWords(member.pregnancy) : GENDERS[member.gender],
    ...sexInWords(member),
    member.isProband ? 'proband' : '',
    member.isConsultand ? 'consultand' : '',
    member.count === null ? '' : member.count === 'n' ? 'several people' : `${member.count} people`,
    lifeInWords(member),
    ...member.conditions.map((condition) => conditionInWords(condition, document)),
    ...document.evaluations
      .filter((one) => one.member === member.key)
      .map((one) => `${one.what} ${RESULTS[one.result]}`),
    member.isAdoptedOut ? 'adopted out' : '',
  ]
  const unions = graph.unionsOf(member.key)
  const children = unions.flatMap((union) => graph.childrenOf(union.key))
  const family = [
    ...unions.flatMap((union) => {
      const partner = graph.partnerIn(union, member.key)
      const related = union.relatedAs === '' ? '' : `, related by blood: ${union.relatedAs}`
      return partner ? [`${union.hasEnded ? 'former partner' : 'partner'} of ${call(partner)}${related}`] : []
    }),
    parentsInWords(member, graph, call),
    twinInWords(member, document, call),
    ...(
      [
        ['egg of', member.eggFrom],
        ['sperm of', member.spermFrom],
        ['carried by', member.carriedBy],
      ] as const
    ).map(([words, key]) => {
      const other = key === '' ? undefined : graph.members.get(key)
      return other ? `${words} ${call(other)}` : ''
    }),
    children.length === 0 ? '' : children.length === 1 ? '1 child' : `${children.length} children`,
    childlessInWords(member.childlessness),
    ...unions.map((union) => childlessInWords(union.childlessness)),
    member.hasUnknownParents ? 'parents not known' : '',
  ]
  const joined = (parts: string[], by: string) => parts.filter((part) => part !== '').join(by)
  return joined([joined(about, ', '), ...family], '; ')
}

const contextOf = (document: FamilyDocument, numberOf: SentenceContext['numberOf']): SentenceContext => {
  const graph = familyGraph(document)
  const from = document.people.find((member) => member.isProband)?.key ?? null
  return { graph, relations: relations(document, graph), numberOf, from }
}

/** Each person's sentence, and what they are called where they have no name: `sister of Ana Brook`. */
export function sentencesOf(
  document: FamilyDocument,
  numberOf: (member: MemberKey) => string,
): ReadonlyMap<MemberKey, { sentence: string; call: string }> {
  const context = contextOf(document, numberOf)
  return new Map(
    document.people.map((member) => [
      member.key,
      { sentence: memberInWords(member, document, context), call: callOf(member, context) },
    ]),
  )
}

/** The whole family by generation, a sentence for each person: what the drawing says to those who can’t see it. */
export function familyInWords(
  document: FamilyDocument,
  rows: readonly (readonly MemberKey[])[],
  numberOf: (member: MemberKey) => string,
): string[] {
  const sentences = sentencesOf(document, numberOf)
  return rows.flatMap((row, index) => [
    `Generation ${index + 1}`,
    ...row.flatMap((key) => sentences.get(key)?.sentence ?? []),
  ])
}

const RESULTS = { positive: 'found', negative: 'not found', uninformative: 'not informative' }

export function pregnancyInWords({ state, weeks, dueDate }: NonNullable<FamilyMember['pregnancy']>): string {
  const age = weeks === null ? '' : ` at ${weeks} weeks`
  return `${PREGNANCIES[state]}${age}${state === 'ongoing' && dueDate !== '' ? `, due ${dueDate}` : ''}`
}

/** The sex at birth where it differs from what the gender says. */
function sexInWords({ gender, sexAtBirth, karyotype }: FamilyMember): string[] {
  const usual = gender === 'man' ? 'Male' : gender === 'woman' ? 'Female' : ''
  const words = {
    Male: 'assigned male at birth',
    Female: 'assigned female at birth',
    Unassigned: 'sex unassigned at birth',
  }
  return [sexAtBirth !== '' && sexAtBirth !== usual ? words[sexAtBirth] : '', karyotype]
}

function lifeInWords({ life, age, born, diedOn, causeOfDeath }: FamilyMember): string {
  const ageWords =
    age === null
      ? ''
      : `${age.isApproximate ? 'about ' : ''}${age.value} ${age.value === 1 ? age.unit.slice(0, -1) : age.unit}`
  if (life === 'dead') {
    const when = ageWords === '' ? (diedOn === '' ? '' : ` ${diedOn}`) : ` at ${ageWords}`
    return `died${when}${causeOfDeath === '' ? '' : ` of ${causeOfDeath}`}`
  }
  return ageWords || (born === '' ? '' : `born ${born}`)
}

function conditionInWords(
  { entry, status, onset, certainty }: MemberCondition,
  { legend }: FamilyDocument,
): string {
  const name = legend.find((one) => one.key === entry)?.name ?? ''
  if (status === 'unaffected') return `no ${name}`
  const at = onset === '' ? '' : ` at ${onset}`
  return `${status === 'possible' ? 'possibly ' : ''}${name}${at}${certainty === 'documented' ? ', documented' : ''}`
}

const TWINS = { identical: 'identical twin', fraternal: 'fraternal twin', unknown: 'twin' }

function twinInWords(
  { key, twins }: FamilyMember,
  { people }: FamilyDocument,
  call: (one: FamilyMember) => string,
): string {
  const others = people.filter((one) => twins !== null && one.key !== key && one.twins?.group === twins.group)
  return twins === null || others.length === 0
    ? ''
    : `${TWINS[twins.kind]} of ${others.map(call).join(' and ')}`
}

const CHILDLESS = { choice: 'no children by choice', infertile: 'infertile', unknown: 'no children' }

const childlessInWords = ({ kind, reason }: Childlessness): string =>
  kind === '' ? '' : `${CHILDLESS[kind]}${reason === '' ? '' : `: ${reason}`}`

function parentsInWords(
  member: FamilyMember,
  graph: FamilyGraph,
  call: (one: FamilyMember) => string,
): string {
  return member.parents
    .map(({ union, how }) => {
      const parents = (graph.unions.get(union)?.partners ?? []).flatMap((key) => graph.members.get(key) ?? [])
      const word =
        how === 'birth'
          ? 'child'
          : how === 'adopted'
            ? 'adopted child'
            : how === 'foster'
              ? 'foster child'
              : 'stepchild'
      return parents.length === 0 ? '' : `${word} of ${parents.map(call).join(' and ')}`
    })
    .filter((words) => words !== '')
    .join('; ')
}
