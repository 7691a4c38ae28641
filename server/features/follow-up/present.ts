import type { FollowUpView, FollowUpWithTrail } from '#contract/follow-up.ts'
import type { IsoDate } from '#domain/dates/dates.ts'
import type { ReportDetail } from '#domain/follow-up/detail.ts'
import { whoIs } from '#domain/orders/family.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import { testInWords } from '#domain/reports/words.ts'
import type { EventRow, FollowUpRow } from './list-store.ts'

function detailOf({ kind, detail }: FollowUpRow): FollowUpView['detail'] {
  if (kind !== 'report') return { ...detail, kind }
  const { version, number = version, status, change, before } = detail as ReportDetail
  return { kind, version, number, status, change, before }
}

/** Whom it is about; '' for the order's only subject. */
function aboutOf({ document, person }: FollowUpRow): string {
  const [subject, ...others] = subjectsOf(document)
  const isOnly = others.length === 0 && subject === person
  return person === '' || (isOnly && person === document.patients[0]?.key) ? '' : whoIs(document, person)
}

/** A follow-up as a list shows it to the user. */
export function presentFollowUp(row: FollowUpRow, actorId: number, today: IsoDate): FollowUpView {
  return {
    ...{ id: row.id, hospitalCode: row.institution_code, orderId: row.order_id, kind: row.kind },
    patient: {
      firstName: row.patient_first_name,
      lastName: row.patient_last_name,
      dateOfBirth: row.patient_date_of_birth,
    },
    ...{ person: row.person, testCode: row.test_code, about: aboutOf(row) },
    testName: testInWords(row.document.tests, {
      testCode: row.test_code,
      testName: row.report_test_name ?? '',
    }),
    ...{ result: row.result, isQuestioned: row.is_questioned, detail: detailOf(row), revision: row.revision },
    ...{ openedAt: row.opened_at.toISOString(), dueOn: row.due_on },
    isOverdue: row.closed_at === null && row.due_on !== null && row.due_on < today,
    owner: row.owner_id === null ? null : { id: row.owner_id, name: row.owner_name },
    isOwn: row.owner_id === actorId,
    escalated: row.escalated_at && { at: row.escalated_at.toISOString(), to: row.escalated_to },
    closed:
      row.closed_at && row.outcome
        ? {
            ...{ at: row.closed_at.toISOString(), by: row.closed_by_name },
            ...{ outcome: row.outcome, statement: row.statement },
          }
        : null,
  }
}

/** A line of the trail: of a withdrawn report without what the laboratory wrote about it. */
function given({ kind, result }: FollowUpRow, event: EventRow): EventRow {
  const isLaboratory = event.kind === 'opened' || event.kind === 'moved'
  return kind === 'reclassification' && result === 'withdrawn' && isLaboratory
    ? { ...event, words: '' }
    : event
}

/** The same with the lines of its trail among `events`. */
export function presentWithTrail(
  row: FollowUpRow,
  events: readonly EventRow[],
  actorId: number,
  today: IsoDate,
): FollowUpWithTrail {
  const own = events.filter((event) => event.follow_up_id === row.id).map((event) => given(row, event))
  return {
    ...presentFollowUp(row, actorId, today),
    events: own.map(({ id, kind, at, by_name, words }) => ({
      ...{ id, kind, at: at.toISOString(), by: by_name, words },
    })),
  }
}
