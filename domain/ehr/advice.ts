import { dayInWords, type IsoDate } from '../dates/dates.ts'
import { comparedBy, comparedInWords } from '../orders/compared.ts'
import type { OrderDocument, PatientKey } from '../orders/document.ts'
import type { OrderableTest } from '../orders/rule-context.ts'
import { isPrenatal } from '../orders/subject.ts'
import type { TheirPatient } from './ehr-order.ts'
import { isPatientHere } from './same-person.ts'

/**
 * The rules by which cards are written. A version goes up with every change of what a rule says or when: kept cards name
 * the version that wrote them.
 */
export const ADVICE_RULES = { 'specimen-rejected': 2, 'parents-missing': 3, 'reported-before': 3 } as const
export type AdviceRule = keyof typeof ADVICE_RULES

/** What a card says, in whatever format. */
export interface Advice {
  rule: AdviceRule
  /** Under 140 characters. */
  summary: string
  /** Markdown, with nothing in it that a laboratory or clinic has typed. */
  detail: string
  indicator: 'info' | 'warning'
  /** The order that it is about; null for one that is not here yet. */
  orderId: number | null
  /** Whether a link opens the order: as the hospital's launch, which fills it from the chart, or its page. */
  opens: 'draft' | 'order' | null
}

/** An order of the institution, with somebody who has the patient's record number. */
export interface AdvisedOrder {
  id: number
  isDraft: boolean
  document: OrderDocument
  /** The proband's final reports that stand unquestioned, each by the laboratory's code of its test. */
  reports: readonly { testCode: string; on: IsoDate }[]
  /** Whether the laboratory still owes a report, or has cancelled a test: then not each of its tests is reported. */
  lacksReport: boolean
  /** Specimens that the clinic must collect again: `sampleKey` of the rejected one, and by when. */
  recollections: readonly { sampleKey: string; specimenType: string; by: IsoDate }[]
  /** When it was last changed. */
  changedAt: Date
}

/** A test that is about to be signed at the hospital. */
export interface SignedTest {
  code: string
  name: string
  /** How many relatives' specimens it needs, and whose. */
  relatives: number
  compared?: OrderableTest['compared']
  /** The orders here that its number leads to. */
  orderIds: readonly number[]
}

const LONGEST_SUMMARY = 139

/** Cut within a name, so that what a card says about it is never lost. */
function summaryOf(name: string, words: (name: string) => string): string {
  const room = LONGEST_SUMMARY - words('').length
  return words(name.length > room ? `${name.slice(0, Math.max(0, room - 1)).trimEnd()}…` : name)
}

/** The record numbers by which a patient is looked for. */
export const recordNumbersOf = ({ numbers }: TheirPatient): string[] =>
  numbers.map(({ number }) => number.trim()).filter(Boolean)

/** Who of an order the patient is: by record number, and by nothing that contradicts it. */
function whoOf(patient: TheirPatient, { document }: AdvisedOrder): PatientKey | null {
  const numbers = recordNumbersOf(patient)
  const found = document.patients.filter(
    (one) => numbers.includes(one.recordNumber.trim()) && isPatientHere(patient, one),
  )
  // Two people with one number: nobody knows whose it is.
  const [only, ...others] = found
  return others.length === 0 ? (only?.key ?? null) : null
}

/** What waits for the clinic, for whoever opens the patient's chart. A relative's chart tells of nobody else. */
export function adviceInChart(patient: TheirPatient, orders: readonly AdvisedOrder[]): Advice[] {
  return orders.flatMap((order): Advice[] => {
    const who = whoOf(patient, order)
    if (who === null || order.isDraft) return []
    const { document, id, recollections } = order
    const isProband = who === document.patients[0]?.key
    const own = recollections.filter(({ sampleKey }) => {
      const sample = document.samples.find(({ key }) => key === sampleKey)
      return sample !== undefined && (isProband || sample.patient === who)
    })
    return own.map(({ sampleKey, specimenType, by }) => {
      const owner = document.samples.find(({ key }) => key === sampleKey)?.patient
      const whose = owner === who ? '' : ' of a relative'
      const day = dayInWords(by)
      return {
        rule: 'specimen-rejected',
        summary: summaryOf(
          specimenType,
          (name) => `${name}${whose} rejected by the laboratory: recollect by ${day}`,
        ),
        detail: `The laboratory could not use a specimen of order ${id} and waits for a new one. Its reason and the new label are on the order’s page.`,
        ...{ indicator: 'warning', orderId: id, opens: 'order' },
      }
    })
  })
}

/** What is worth knowing before these tests are signed for the patient. */
export function adviceOnSigning(
  patient: TheirPatient,
  tests: readonly SignedTest[],
  orders: readonly AdvisedOrder[],
): Advice[] {
  const own = orders.filter((order) => {
    const who = whoOf(patient, order)
    return who !== null && who === order.document.patients[0]?.key && !isPrenatal(order.document)
  })
  const once = tests.filter(({ code }, index) => tests.findIndex((one) => one.code === code) === index)
  return once.flatMap((test) => [...parentsMissing(test, own), ...reportedBefore(test, own)])
}

const hasTest = ({ document }: AdvisedOrder, code: string) =>
  [...document.tests, ...document.addOnTests].some(({ testCode }) => testCode === code)

/**
 * The day of the test's newest report. A report under a code that was not ordered is of any of the tests, since a laboratory
 * may call them otherwise, but says nothing of one while another is pending or cancelled.
 */
function reportedOn(order: AdvisedOrder, code: string): IsoDate | null {
  const { tests, addOnTests } = order.document
  const ordered = [...tests, ...addOnTests].map(({ testCode }) => testCode)
  const own = order.reports.filter(({ testCode }) => testCode === code)
  const isOfAny = ordered.includes(code) && !order.lacksReport
  const others = order.reports.filter(({ testCode }) => isOfAny && !ordered.includes(testCode))
  return (
    (own.length > 0 ? own : others)
      .map(({ on }) => on)
      .toSorted()
      .at(-1) ?? null
  )
}

const latest = (orders: readonly AdvisedOrder[]) =>
  orders.toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime() || b.id - a.id)[0]

function parentsMissing(test: SignedTest, own: readonly AdvisedOrder[]): Advice[] {
  const { relatives, orderIds, name } = test
  if (relatives === 0) return []
  const numbered = own.filter(({ id }) => orderIds.includes(id))
  // What is with the laboratory already is not signed without being changed here.
  if (numbered.some(({ isDraft }) => !isDraft)) return []
  const draft = latest(numbered) ?? latest(own.filter((order) => order.isDraft && hasTest(order, test.code)))
  const there = draft ? comparedBy(test, draft.document, []).length : 0
  if (there >= relatives) return []
  const needed = comparedInWords(test)
  const each = test.compared?.who === 'parents' && relatives <= 2 ? 'parent' : 'relative'
  const noSpecimen = relatives === 2 ? 'neither has a specimen' : 'none has a specimen'
  const missing = there === 0 ? noSpecimen : `only ${there} has a specimen`
  return [
    {
      rule: 'parents-missing',
      summary: summaryOf(name, (cut) => `${cut} needs ${needed}; ${missing}`),
      detail: draft
        ? `Add each missing ${each} with a specimen to the draft, or give a reason for proceeding without. Diagnostic yield is lower without them.`
        : `After signing, complete the draft in the portal: add each missing ${each} with a specimen, or give a reason for proceeding without. Diagnostic yield is lower without them.`,
      ...{ indicator: 'warning', orderId: draft?.id ?? null, opens: draft ? 'draft' : null },
    },
  ]
}

function reportedBefore({ code, name, orderIds }: SignedTest, own: readonly AdvisedOrder[]): Advice[] {
  const reported = own
    .filter(({ id }) => !orderIds.includes(id))
    .flatMap((order) => {
      const on = reportedOn(order, code)
      return on === null ? [] : [{ id: order.id, on }]
    })
    .toSorted((a, b) => (a.on < b.on ? 1 : -1))[0]
  if (!reported) return []
  const day = dayInWords(reported.on)
  return [
    {
      rule: 'reported-before',
      summary: summaryOf(name, (cut) => `${cut} already reported on ${day}. Order a reanalysis instead?`),
      detail: `Order ${reported.id} has the report. A reanalysis uses its data and needs no new specimen; the order’s page offers it if the laboratory does.`,
      ...{ indicator: 'info', orderId: reported.id, opens: 'order' },
    },
  ]
}
