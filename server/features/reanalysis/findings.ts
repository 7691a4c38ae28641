import { fail } from '#contract/errors.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { featureKey } from '#domain/orders/phenotype.ts'
import {
  type FindingSince,
  findingErrors,
  findingInWords,
  newestFindings,
} from '#domain/reanalysis/findings.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { addEvent, assertAllowed, lockOrder, type StoredOrder } from '#server/features/orders/public.ts'
import { knownTerms } from '#server/features/phenotype/public.ts'
import { casesOf, inScopeOf } from './cases.ts'
import type { Input, ReanalysisDeps, Reply } from './deps.ts'
import { bringForward, openIfDue } from './follow-ups.ts'
import { findingsOf } from './stored-findings.ts'
import { viewOf } from './view.ts'

/**
 * Records findings beside an order's signed document. What is recorded already, with the same status and day,
 * is not recorded again, so that a repeated request changes nothing.
 */
export function recordFindings({ connection, now }: ReanalysisDeps) {
  return (
    authority: Authority,
    { params: { hospital, id }, body }: Input<'recordFindings'>,
  ): Promise<Reply<'recordFindings'>> =>
    withScope(connection, authority, async (scope) => {
      const row = await lockOrder(scope, { hospital, id })
      assertAllowed('recordFindings', row)
      const terms = await knownTerms(
        scope.db,
        body.findings.map(({ termId }) => termId),
      )
      const errors = findingErrors(body, row.document, terms, todayAtLaboratory(now()))
      if (errors.length > 0) fail('invalid-fields', { errors })
      const before = new Map(
        newestFindings(await findingsOf(scope.db, id)).map((one) => [featureKey(one), one]),
      )
      const recorded = body.findings
        .filter((one) => {
          const known = before.get(featureKey(one))
          return known?.status !== one.status || known.observedOn !== body.observedOn
        })
        .map((one) => ({
          ...{ ...one, observedOn: body.observedOn, note: body.note, release: terms?.release ?? '' },
          label: terms?.terms.find((term) => term.id === one.termId)?.label ?? '',
        }))
      const today = todayAtLaboratory(now())
      if (recorded.length > 0) await insertFindings(scope, row, recorded)
      const cases = await casesOf(scope.db, row, inScopeOf, today)
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      for (const one of recorded.length > 0 ? cases : [])
        if (!(await openIfDue(scope.db, one, today))) await bringForward(scope.db, one, { today, by })
      return viewOf(scope, row, cases, today)
    })
}

type Recorded = Omit<FindingSince, 'by' | 'at'>

async function insertFindings(
  scope: Scope,
  { id, institution_code, document }: StoredOrder,
  recorded: readonly Recorded[],
): Promise<void> {
  await scope.db
    .insertInto('order_finding')
    .values(
      recorded.map(({ patient, termId, label, release, status, observedOn, note }) => ({
        ...{ order_id: id, institution_code, patient_key: patient, term_id: termId, label, release },
        ...{ status, observed_on: observedOn, note },
        ...{ recorded_by: scope.actor.id, recorded_by_name: nameOf(scope.actor) },
      })),
    )
    .execute()
  const order = { id, institution: institution_code }
  const words = recorded.map((one) => `${one.status}: ${findingInWords(document, one)}`)
  await addEvent(scope, order, 'findings-recorded', words.join('; '))
  await audit(
    scope,
    'findings.record',
    { kind: 'order', ...order },
    { findings: recorded.map(({ patient, termId, status }) => ({ patient, termId, status })) },
  )
}
