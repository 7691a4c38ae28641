import { z } from 'zod'
import { type AccountingOf, type AccountLine, type auditRoutes, MOST_LISTED } from '#contract/audit.ts'
import { fail } from '#contract/errors.ts'
import type { ReplyOf, RequestOf, SentFile } from '#contract/route.ts'
import { meaningOf, type PatientAction } from '#domain/audit/actions.ts'
import { type Act, actsOf } from '#domain/audit/acts.ts'
import { startOfDay, todayAtLaboratory } from '#domain/dates/dates.ts'
import { personKey } from '#domain/orders/identity.ts'
import { csvInPieces } from '#server/csv/csv-batches.ts'
import type { Connection } from '#server/database/connection/connect.ts'
import { type Authority, audit, type Scope, withScope } from '#server/database/scope.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { linesAbout, type StoredLine } from './accounting-store.ts'

/** The years a person may request an accounting for (45 CFR 164.528). */
const YEARS = 6
const MOST_IN_FILE = 50_000

type Input = Pick<RequestOf<(typeof auditRoutes)['accounting']>, 'params' | 'body'>

/** The part of a line's detail that an accounting shows. */
const detailOf = z.object({
  to: z.string().catch(''),
  by: z.string().catch(''),
  orderIds: z.array(z.number()).catch([]),
  refresh: z.boolean().catch(false),
})

type Line = AccountLine & { action: PatientAction; isRefresh: boolean }

function present(row: StoredLine, orders: ReadonlySet<number>): Line {
  const { words, ...meaning } = meaningOf(row.action)
  const detail = detailOf.parse(row.detail)
  // An EHR that reads an order receives a copy, so it is listed as a recipient.
  const isByFhir = row.action.startsWith('fhir.') || detail.by === 'fhir'
  const kind = isByFhir ? 'sent' : meaning.kind
  const about = row.entity === 'order' ? [Number(row.entity_id)] : detail.orderIds
  return {
    ...{ id: row.id, at: row.at.toISOString(), since: row.at.toISOString(), lines: 1 },
    ...{ action: row.action, kind, words, by: row.actor_name, isRefresh: detail.refresh },
    to: kind === 'sent' ? detail.to || row.actor_name : '',
    purpose: kind === 'sent' ? (meaning.purpose ?? 'Treatment') : '',
    // An exported file contains other patients' orders too.
    orderIds: row.entity === 'order' ? about : about.filter((id) => orders.has(id)),
  }
}

function presentAct(act: Act<Line>): AccountLine {
  const [{ action: _action, isRefresh: _isRefresh, ...named }] = act
  const times = act.map(({ at }) => at).toSorted()
  return {
    ...named,
    ...{ at: times.at(-1) ?? named.at, since: times[0] ?? named.at, lines: act.length },
  }
}

function yearsBefore(day: string, years: number): string {
  const [year = '', ...rest] = day.split('-')
  // February 29 does not exist six years before a leap year.
  return [Number(year) - years, ...rest].join('-').replace(/-02-29$/, '-02-28')
}

function keyOf(body: AccountingOf): string {
  const key = personKey(body)
  if (key !== null) return key
  const message = 'Enter a name that contains letters.'
  return fail('invalid-fields', { errors: [{ path: '/lastName', rule: 'letters', message }] })
}

export function auditHandlers({
  connection,
  now,
}: {
  connection: Connection
  now(): Date
}): Handlers<typeof auditRoutes> {
  async function accountingOf(scope: Scope, { params: { hospital }, body }: Input, most: number) {
    const until = body.until ?? todayAtLaboratory(now())
    const from = body.from ?? yearsBefore(until, YEARS)
    const key = keyOf(body)
    const accountingQuery = { hospital, key, from: startOfDay(from), before: startOfDay(until, 1) }
    const { total, rows, orders } = await linesAbout(scope, accountingQuery, most)
    const known = new Set(orders)
    const patient = { kind: 'patient', id: '', institution: hospital, people: [key] }
    return { from, until, total, lines: rows.map((row) => present(row, known)), patient }
  }

  /** The lines in the trail, and a new line for this view. */
  const accounting = (authority: Authority, input: Input): Promise<ReplyOf<typeof auditRoutes.accounting>> =>
    withScope(connection, authority, async (scope) => {
      const { patient, lines, ...reply } = await accountingOf(scope, input, MOST_LISTED)
      await audit(scope, 'disclosures.view', patient, { from: reply.from, until: reply.until })
      return { ...reply, lines: actsOf(lines).map(presentAct) }
    })

  const file = (authority: Authority, input: Input): Promise<SentFile> =>
    withScope(connection, authority, async (scope) => {
      const { patient, total, lines, from, until } = await accountingOf(scope, input, MOST_IN_FILE)
      await audit(scope, 'disclosures.export', patient, { from, until, lines: lines.length })
      return {
        content: await csvOf(input.body, lines, total),
        filename: `accounting-${from}-${until}.csv`,
        mediaType: 'text/csv; charset=utf-8',
      }
    })

  return {
    accounting: (request) => accounting(request.authority, request),
    accountingFile: (request) => file(request.authority, request),
  }
}

const HEADINGS = [
  ...['Last name', 'First name', 'Date of birth', 'When (UTC)', 'Kind', 'What', 'By', 'To', 'Purpose'],
  ...['Orders', 'Line of the audit trail'],
]

function csvOf(patient: AccountingOf, lines: readonly AccountLine[], total: number): Promise<Uint8Array> {
  const who = [patient.lastName, patient.firstName, patient.dateOfBirth]
  const rows = lines.map(({ at, kind, words, by, to, purpose, orderIds, id }) => [
    ...[...who, at.slice(0, 19).replace('T', ' '), kind, words, by, to, purpose],
    ...[orderIds.join(' '), String(id)],
  ])
  const cut = `Truncated: this file has the newest ${lines.length} of ${total} entries. Choose a shorter date range.`
  const end = total > lines.length ? [[cut, ...HEADINGS.slice(1).map(() => '')]] : []
  return csvInPieces(HEADINGS, [...rows, ...end])
}
