import type { resultDeskRoutes, WaitingResult, WaitingResultView } from '#contract/result-desk.ts'
import type { ReplyOf } from '#contract/route.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { fetusesOf, fetusInWords } from '#domain/orders/subject.ts'
import { choosesReport, REPORT_DOUBTS } from '#domain/reports/decisions.ts'
import { IDENTITY_DOUBTS, type OrderIdentity, type PersonInMessage, scoreOf } from '#domain/reports/person.ts'
import { testInWords } from '#domain/reports/words.ts'
import { partsOf, presentParts } from '#server/features/reports/public.ts'
import { type CheckRow, type CurrentReport, labUpdateOfCheck } from './desk-store.ts'

type Candidate = ReplyOf<(typeof resultDeskRoutes)['candidates']>['order'][number]

const WORDS = { ...REPORT_DOUBTS, ...IDENTITY_DOUBTS }

/** A line of the result desk's list. */
export function presentCheck(row: CheckRow): WaitingResult {
  const { id, order_id: orderId, institution_code: hospitalCode, institution_name: institutionName } = row
  return {
    ...{ id, orderId, hospitalCode, institutionName },
    patientName: [`${row.patient_first_name} ${row.patient_last_name}`.trim(), row.fetuses]
      .filter(Boolean)
      .join(', '),
    patientDateOfBirth: row.patient_date_of_birth,
    testName: row.test_name,
    status: row.status === 'none' ? 'unclear' : row.status,
    ...{ why: row.why, whyInWords: WORDS[row.why], receivedAt: row.received_at.toISOString() },
    decision:
      row.outcome && row.decided_at
        ? {
            ...{ outcome: row.outcome, by: row.decided_by_name, reason: row.reason },
            at: row.decided_at.toISOString(),
          }
        : null,
  }
}

const inWords = ({ last, first, middle }: PersonInMessage['names'][number]) =>
  [first, middle, last].filter((part) => part !== '').join(' ')

/** The person that the message names. */
function presentMessage(messagePerson: PersonInMessage | null): WaitingResultView['message'] {
  if (!messagePerson) return null
  const [own] = messagePerson.names.filter(({ isFormer }) => !isFormer)
  return {
    name: own ? inWords(own) : '',
    formerNames: messagePerson.names.filter((name) => name !== own).map(inWords),
    ...{ dateOfBirth: messagePerson.dateOfBirth, sex: messagePerson.sex, fetus: messagePerson.fetus },
    recordNumbers: messagePerson.identifiers.map(({ value, assigner }) =>
      assigner ? `${value} (${assigner})` : value,
    ),
  }
}

/**
 * An order's people beside the message's person, each with a score and the differences. A fetus has its mother's
 * identity, so that neither is likelier.
 */
export function presentCandidates(
  document: Pick<OrderDocument, 'patients' | 'pregnancy'>,
  messagePerson: PersonInMessage | null,
  order: Pick<OrderIdentity, 'orderId' | 'assigners'>,
): Candidate[] {
  const unknownPerson: PersonInMessage = { identifiers: [], names: [], dateOfBirth: '', sex: '', fetus: '' }
  const people = document.patients.map((person) => {
    const { score, recordNumber, dateOfBirth, name, sex } = scoreOf(
      messagePerson ?? unknownPerson,
      person,
      order,
    )
    return {
      ...{ person: person.key, relationship: person.relationship, score },
      ...{ name: `${person.firstName} ${person.lastName}`.trim(), formerNames: [] },
      ...{ dateOfBirth: person.dateOfBirth, sex: person.sex },
      recordNumbers: person.recordNumber ? [person.recordNumber] : [],
      differs: { recordNumber, dateOfBirth, name, sex },
    }
  })
  const [mother, ...others] = people
  if (!mother) return []
  const fetuses = fetusesOf(document).map(({ key }) => ({
    ...{ ...mother, person: key, relationship: fetusInWords(document, { label: '' }).replace('the ', '') },
    name: personName(document, key),
  }))
  return [mother, ...fetuses, ...others]
}

/** The candidate with the most matching identifiers; null if there is a tie, or nobody has any. */
export function likeliest(candidates: readonly Candidate[]): string | null {
  const [first, second] = candidates.toSorted((a, b) => b.score - a.score)
  return first && first.score > 0 && first.score !== second?.score ? first.person : null
}

/** The current reports, for comparison with the waiting result. */
export function presentReports(
  { tests, addOnTests }: OrderDocument,
  rows: readonly CurrentReport[],
): WaitingResultView['reports'] {
  return rows.map((row) => ({
    ...{ version: row.version, number: row.number, testCode: row.test_code, status: row.status },
    testName: testInWords([...tests, ...addOnTests], { testCode: row.test_code, testName: row.test_name }),
    madeAt: (row.made_at ?? row.received_at).toISOString(),
    parts: presentParts(partsOf(row)),
  }))
}

/** The test whose report it would be by itself; null for a withdrawal, and if it names no test. */
export function ownTestOf({ status, news: labUpdate }: Pick<CheckRow, 'status' | 'news'>): string | null {
  const { report } = labUpdateOfCheck({ news: labUpdate })
  if (status === 'withdrawn' || status === 'cancelled' || !report || report.parts.length === 0) return null
  return report.identity.testCode || null
}

/** The whole waiting result except its order's people, which are looked up. */
export function presentLabUpdate(row: CheckRow) {
  const { report, patient } = labUpdateOfCheck(row)
  return {
    ...presentCheck(row),
    choosesReport: choosesReport(row.why),
    ownTest: ownTestOf(row),
    messageId: row.message_id,
    read: report?.read ?? { report: '', results: [] },
    words: report?.words ?? '',
    madeAt: report?.madeAt?.toISOString() ?? null,
    sentAt: report?.sentAt?.toISOString() ?? null,
    message: presentMessage(patient),
    abilities: row.outcome === null ? (['take', 'assign', 'refuse'] as const).slice() : [],
  }
}
