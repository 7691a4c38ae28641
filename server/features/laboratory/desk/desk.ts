import type { FileStore } from '#adapters/files/port.ts'
import { fail } from '#contract/errors.ts'
import type { resultDeskRoutes } from '#contract/result-desk.ts'
import type { SentFile } from '#contract/route.ts'
import type { PatientKey } from '#domain/orders/document.ts'
import { keysInOrder } from '#domain/orders/subject.ts'
import { choosesReport } from '#domain/reports/decisions.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { partsOf, presentParts } from '#server/features/reports/public.ts'
import type { Handlers } from '#server/http/handlers.ts'
import { noticeQuestioned } from '../inbox/notices.ts'
import type { OperatorDeps } from '../operator/operator.ts'
import type { GatewayTransaction } from '../store.ts'
import { fileCheck, personFiled, refuseCheck } from './desk-decisions.ts'
import * as store from './desk-store.ts'
import {
  likeliest,
  ownTestOf,
  presentCandidates,
  presentCheck,
  presentLabUpdate,
  presentReports,
} from './desk-view.ts'

type DeskDeps = Pick<OperatorDeps, 'connection' | 'sendOrderNotice'> & { files: FileStore }

/** The result desk: waiting results are viewed, taken, assigned to another person or order, or refused. */
export function resultDeskHandlers({
  connection,
  sendOrderNotice,
  files,
}: DeskDeps): Handlers<typeof resultDeskRoutes> {
  const deciding = () => ({ sendOrderNotice, now: new Date() })

  async function candidatesOf(scope: Scope, row: store.CheckRow, orderId: number) {
    const order = (await store.orderNamed(scope.db, orderId)) ?? fail('not-found')
    const assigners = [order.institution_code, order.institution_name]
    const { patient } = store.labUpdateOfCheck(row)
    return { order, candidates: presentCandidates(order.document, patient, { orderId, assigners }) }
  }

  /**
   * Locks a waiting result for a decision, and records the decision with the differences. `to` is the other
   * order.
   */
  function decide(
    authority: Authority,
    { id, reason, to }: { id: number; reason: string; to?: number },
    carryOut: (
      scope: Scope,
      row: store.CheckRow,
    ) => Promise<{ outcome: 'taken' | 'assigned' | 'refused'; orderId: number; person: PatientKey | null }>,
  ) {
    return withScope(connection, authority, async (scope) => {
      const { order_id: own } = (await store.checkOf(scope.db, id)) ?? fail('not-found')
      await store.lockOrders(scope.db, [own, to ?? own])
      const row = (await store.lockCheck(scope.db, id)) ?? fail('not-found')
      if (row.outcome !== null) fail('wrong-state', { detail: DECIDED })
      const { outcome, orderId, person } = await carryOut(scope, row)
      const { order, candidates } = await candidatesOf(scope, row, orderId)
      const compared = candidates.find((one) => one.person === person) ?? null
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      await store.decideCheck(scope.db, id, { outcome, reason, by, compared })
      await noticeQuestioned(scope.db as GatewayTransaction, { id: row.order_id }, sendOrderNotice)
      const action = ({ taken: 'result.take', assigned: 'result.assign', refused: 'result.refuse' } as const)[
        outcome
      ]
      const entity = { kind: 'order', id: orderId, institution: order.institution_code }
      await audit(scope, action, entity, { check: id, reason, person, differs: compared?.differs ?? null })
      return presentCheck((await store.checkOf(scope.db, id)) ?? fail('not-found'))
    })
  }

  /** The test of the report that is withdrawn or changed, if it has to be chosen. */
  async function chosenReport(scope: Scope, row: store.CheckRow, person: string, chosen: string | undefined) {
    if (!choosesReport(row.why)) return undefined
    const reports = await store.currentReports(scope.db, row.order_id, person)
    const tests = [...reports.map((one) => one.test_code), ownTestOf(row)]
    return chosen !== undefined && tests.includes(chosen)
      ? chosen
      : fail('invalid-fields', { errors: [NO_REPORT] })
  }

  return {
    async list({ query }) {
      const { rows, total } = await store.checkList(connection.db, query.list, query)
      const { page, limit } = query
      return {
        data: rows.map(presentCheck),
        meta: { total, page, limit },
        waiting: await store.waitingChecks(connection.db),
      }
    },

    read: ({ authority, params: { id } }) =>
      withScope(connection, authority, async (scope) => {
        const row = (await store.checkOf(scope.db, id)) ?? fail('not-found')
        const { order, candidates } = await candidatesOf(scope, row, row.order_id)
        const entity = { kind: 'order', id: row.order_id, institution: row.institution_code }
        await audit(scope, 'result.view', entity, { check: id })
        const reportParts = presentParts(store.labUpdateOfCheck(row).report?.parts ?? [])
        const person = await personFiled(scope.db as GatewayTransaction, row)
        const reports = presentReports(
          order.document,
          await store.currentReports(scope.db, row.order_id, person),
        )
        return {
          ...presentLabUpdate(row),
          parts: reportParts,
          reports,
          order: candidates,
          likely: likeliest(candidates),
        }
      }),

    document: ({ authority, params: { id, part } }) =>
      withScope(connection, authority, async (scope): Promise<SentFile> => {
        const row = (await store.checkOf(scope.db, id)) ?? fail('not-found')
        const found = store.labUpdateOfCheck(row).report?.parts[part - 1]
        if (found?.kind !== 'document') return fail('not-found')
        const entity = { kind: 'order', id: row.order_id, institution: row.institution_code }
        await audit(scope, 'result.view', entity, { check: id, part })
        const { filename, mediaType, fileKey } = found
        return { filename, mediaType, content: await files.get(fileKey) }
      }),

    reportDocument: ({ authority, params: { id, version, part } }) =>
      withScope(connection, authority, async (scope): Promise<SentFile> => {
        const row = (await store.checkOf(scope.db, id)) ?? fail('not-found')
        const reports = await store.currentReports(scope.db, row.order_id, null)
        const report = reports.find((one) => one.version === version)
        const found = report && partsOf(report)[part - 1]
        if (found?.kind !== 'document') return fail('not-found')
        const entity = { kind: 'order', id: row.order_id, institution: row.institution_code }
        await audit(scope, 'result.view', entity, { check: id, version, part })
        const { filename, mediaType, fileKey } = found
        return { filename, mediaType, content: await files.get(fileKey) }
      }),

    candidates: ({ authority, params: { id, orderId } }) =>
      withScope(connection, authority, async (scope) => {
        const row = (await store.checkOf(scope.db, id)) ?? fail('not-found')
        const { order, candidates } = await candidatesOf(scope, row, orderId)
        const entity = { kind: 'order', id: orderId, institution: order.institution_code }
        await audit(scope, 'result.view', entity, { check: id })
        const {
          institution_code: hospitalCode,
          institution_name: institutionName,
          test_name: testName,
        } = order
        return { orderId, hospitalCode, institutionName, testName, order: candidates }
      }),

    take: ({ authority, params: { id }, body }) =>
      decide(authority, { id, reason: body.reason }, async (scope, row) => {
        const { order, candidates } = await candidatesOf(scope, row, row.order_id)
        const filed = row.is_filed ? await personFiled(scope.db as GatewayTransaction, row) : null
        const person = body.person ?? filed ?? likeliest(candidates)
        if (person === null || !keysInOrder(order.document).includes(person))
          return fail('invalid-fields', { errors: [UNKNOWN_PERSON_ERROR] })
        const report = await chosenReport(scope, row, person, body.report)
        const to = { orderId: row.order_id, person, as: body.as ?? null, report }
        await fileCheck(scope, row, to, deciding())
        return { outcome: 'taken', orderId: row.order_id, person }
      }),

    assign: ({ authority, params: { id }, body: { orderId, person, reason, as } }) =>
      decide(authority, { id, reason, to: orderId }, async (scope, row) => {
        const { order } = await candidatesOf(scope, row, orderId)
        if (!keysInOrder(order.document).includes(person))
          return fail('invalid-fields', { errors: [UNKNOWN_PERSON_ERROR] })
        await fileCheck(scope, row, { orderId, person, as: as ?? null }, deciding())
        return { outcome: 'assigned', orderId, person }
      }),

    refuse: ({ authority, params: { id }, body }) =>
      decide(authority, { id, reason: body.reason }, async (scope, row) => {
        await refuseCheck(scope, row, deciding())
        return { outcome: 'refused', orderId: row.order_id, person: null }
      }),

    async notices({ query }) {
      const { rows, total } = await store.noticeList(connection.db, query.list, query)
      const data = rows.map((row) => ({
        ...{ id: row.id, orderId: row.order_id },
        ...{ hospitalCode: row.institution_code, institutionName: row.institution_name },
        ...{ version: row.version, kind: row.kind, toldAt: row.told_at.toISOString() },
        reader: { name: nameOf({ firstName: row.first_name, lastName: row.last_name }), email: row.email },
        openedAt: row.opened_at.toISOString(),
        readAt: row.read_at?.toISOString() ?? null,
      }))
      return { data, meta: { total, page: query.page, limit: query.limit } }
    },
  }
}

const DECIDED =
  'This has already been decided, or a later laboratory message has settled it. Reload the page.'
const NO_REPORT = {
  ...{ path: '/report', rule: 'known' },
  message: 'Choose one of the order’s current reports.',
}
const UNKNOWN_PERSON_ERROR = { path: '/person', rule: 'known', message: 'Choose a person on the order.' }
