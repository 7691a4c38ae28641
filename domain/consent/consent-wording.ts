import { type IsoDate, isIsoDate, todayAtLaboratory } from '../dates/dates.ts'
import type { ConsentAnswer, OrderDocument, PatientKey, Sample } from '../orders/document.ts'
import type { ConsentConfirmation } from './confirmation.ts'
import { firstCollection, isTestingConsent } from './consent.ts'
import { type ConsentLaw, NO_LAW, type RetentionLimit, retentionIn, statesOf } from './law.ts'
import { DEFAULT_LANGUAGE, recordOf } from './record.ts'
import { type ConsentText, textOfVersion, textOn } from './texts.ts'

/** A consent question as it was worded when asked. The optional parts are '' or left out if there are none. */
export interface ConsentWording {
  id: string
  title: string
  text: string
  version?: string
  /** ISO 639-1. */
  language?: string
  /** The state whose law the wording is for. */
  jurisdiction?: string
  /** The list of genes that it refers to, with its version. */
  list?: string
  /** It is the consent without which nothing is tested, in whatever language. */
  isTesting?: boolean
  /** Who was asked in these words; left out: everyone who answered. */
  people?: PatientKey[]
}

/** How long a person's specimen may be kept, by the law in force at submission. */
export interface KeptRetention extends Omit<RetentionLimit, 'unless'> {
  patient: PatientKey
  /** Of an added test: when the laboratory's specimen of the person was collected, which the order does not say. */
  collectedOn?: IsoDate
}

/** The stored wording of an order's consent questions. */
export interface ConsentWordings {
  questions: ConsentWording[]
  retention?: KeptRetention[]
  /** For whoever agreed to a longer time: what counts once `unless` is withdrawn. Left out in orders of before. */
  retentionOnceWithdrawn?: (KeptRetention & Pick<RetentionLimit, 'unless'>)[]
}

/** A question of the catalogue, with the versions of its wording. */
interface AskedQuestion {
  id: string
  title: string
  text: string
  texts?: readonly ConsentText[] | undefined
}

type Asked = Pick<OrderDocument, 'consents' | 'patients' | 'consentRecords'>

interface WordingContext {
  law?: ConsentLaw
  institutionState?: string
  /** The day of submission, which counts if neither a signature nor a confirmation is recorded. */
  day: IsoDate
  /** Who confirmed which answers, and when: in the words of that day. */
  confirmed?: readonly ConsentConfirmation[]
  /** Of an added test: the specimen that the laboratory has. */
  onFile?: Sample | null
}

/** The wording that one person's answer belongs to. */
function wordingOf(
  question: AskedQuestion,
  document: Asked,
  { patient, version }: Pick<ConsentAnswer, 'patient' | 'version'>,
  { day, institutionState = '', confirmed = [] }: WordingContext,
): Omit<ConsentWording, 'people'> {
  const { id, title, text, texts = [] } = question
  const record = recordOf(document, patient)
  const confirmation = confirmed.find((one) => one.patient === patient)
  const confirmedOn = confirmation ? todayAtLaboratory(new Date(confirmation.at)) : day
  const signedOn = record && isIsoDate(record.signedOn) ? record.signedOn : confirmedOn
  const state = statesOf(document, patient, institutionState)[0]?.code ?? ''
  const where = { language: record?.language || DEFAULT_LANGUAGE, state }
  const found = version ? textOfVersion(texts, version, where) : textOn(texts, { ...where, day: signedOn })
  const marked = isTestingConsent(title) ? { isTesting: true } : {}
  if (!found) return { id, title, text, ...marked }
  const { language, jurisdiction, list } = found
  return {
    ...{ id, title: found.title, text: found.text, version: found.version, language },
    ...(jurisdiction === '' ? {} : { jurisdiction }),
    ...(list === '' ? {} : { list }),
    ...marked,
  }
}

/**
 * The wordings that these answers belong to, each once, in the order in which the questions are asked, and
 * how long the specimens may be kept.
 */
export function consentWordings(
  document: Asked,
  tests: readonly { consents: readonly AskedQuestion[] }[],
  context: WordingContext,
): ConsentWordings {
  const questions = new Map(tests.flatMap(({ consents }) => consents).map((one) => [one.id, one]))
  const wordings: (ConsentWording & { people: PatientKey[] })[] = []
  for (const question of questions.values())
    for (const answer of document.consents.filter(({ consentId }) => consentId === question.id)) {
      const wording = wordingOf(question, document, answer, context)
      const known = wordings.find(({ people: _, ...one }) => JSON.stringify(one) === JSON.stringify(wording))
      if (known) known.people.push(answer.patient)
      else wordings.push({ ...wording, people: [answer.patient] })
    }
  const isOnly = ({ id }: ConsentWording) => wordings.filter((one) => one.id === id).length === 1
  const { retention, retentionOnceWithdrawn } = keptRetention(document, context)
  return {
    // Words that everyone was asked in need no names.
    questions: wordings.map(({ people, ...one }) => (isOnly(one) ? one : { ...one, people })),
    ...(retention.length > 0 ? { retention } : {}),
    ...(retentionOnceWithdrawn.length > 0 ? { retentionOnceWithdrawn } : {}),
  }
}

/** Whoever has agreed to a longer time may withdraw that. */
function keptRetention(
  document: Asked,
  { law = NO_LAW, institutionState = '', day, onFile }: WordingContext,
): Required<Pick<ConsentWordings, 'retention' | 'retentionOnceWithdrawn'>> {
  const people = [...new Set(document.consents.map(({ patient }) => patient))]
  const limits = people.flatMap((patient) => {
    const limit = retentionIn(law, statesOf(document, patient, institutionState), day)
    if (!limit) return []
    const samples = onFile ? [onFile] : []
    const collectedOn = firstCollection({ patients: document.patients, samples }, patient)
    return [{ patient, ...limit, ...(collectedOn ? { collectedOn } : {}) }]
  })
  const isAgreed = ({ patient, unless }: (typeof limits)[number]) =>
    document.consents.some(
      (one) => one.patient === patient && one.consentId === unless && one.answer === true,
    )
  return {
    retention: limits.filter((one) => !isAgreed(one)).map(({ unless: _, ...kept }) => kept),
    retentionOnceWithdrawn: limits.filter(isAgreed),
  }
}

/** The stored wording that a person's answer belongs to; null if it was not stored. */
export function storedWording(
  wordings: ConsentWordings | null,
  id: string,
  person: PatientKey,
): ConsentWording | null {
  return (
    wordings?.questions.find(
      (one) => one.id === id && (one.people === undefined || one.people.includes(person)),
    ) ?? null
  )
}
