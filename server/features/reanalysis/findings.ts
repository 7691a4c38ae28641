import { fail } from '#contract/errors.ts'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { featuresOf, type PhenotypeContext } from '#domain/orders/phenotype.ts'
import {
  addedFindings,
  type FindingSince,
  findingErrors,
  findingInWords,
  newestFindings,
} from '#domain/reanalysis/findings.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { readersInScope } from '#server/features/follow-up/public.ts'
import { addEvent, assertAllowed, lockOrder, type StoredOrder } from '#server/features/orders/public.ts'
import { knownTerms } from '#server/features/phenotype/public.ts'
import { casesOf, inScopeOf } from './cases.ts'
import type { Input, ReanalysisDeps, Reply } from './deps.ts'
import { bringForward, bringQuestionedForward, openIfDue } from './follow-ups.ts'
import { findingsOf } from './stored-findings.ts'
import { viewOf } from './view.ts'

/**
 * Records findings beside an order's signed document. What is recorded already, with the same status, day and note,
 * is not recorded again, so that a repeated request changes nothing. A request by a user who has not seen all records is refused
 * unless it is such a repeat: changed after a lost answer, it would stand beside what it replaces.
 */
export function recordFindings({ connection, now }: ReanalysisDeps) {
  return (
    authority: Authority,
    { params: { hospital, id }, query, body }: Input<'recordFindings'>,
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
      const before = await findingsOf(scope.db, id)
      const { observedOn, note } = body
      const entered = body.findings.map((one) => ({ ...one, observedOn, note }))
      const recorded = entered.filter((one) => !isAmong(newestFindings(before), one))
      const unseen = before.slice(query.seen ?? before.length)
      const isRepeat = recorded.length === 0 && unseen.every((one) => isAmong(entered, one))
      if (unseen.length > 0 && !isRepeat) fail('version-conflict', { detail: RECORDED_SINCE })
      const today = todayAtLaboratory(now())
      if (recorded.length > 0)
        await insertFindings(
          scope,
          row,
          recorded.map((one) => named(one, terms)),
        )
      else await audit(scope, 'findings.view', { kind: 'order', id, institution: hospital })
      const cases = await casesOf(scope.db, row, inScopeOf, today)
      const by = { id: scope.actor.id, name: nameOf(scope.actor) }
      const isAdded = addedFindings(featuresOf(row.document), before, recorded).length > 0
      for (const one of recorded.length > 0 ? cases : []) {
        const isNew = await openIfDue(scope.db, one, readersInScope, today)
        if (!isNew && isAdded) await bringForward(scope.db, one, { today, by })
      }
      if (isAdded) await bringQuestionedForward(scope.db, row, cases, { today, by })
      return viewOf(scope, row, cases, today)
    })
}

type Recorded = Omit<FindingSince, 'by' | 'at'>
type Entered = Omit<Recorded, 'label' | 'release'>

const RECORDED_SINCE =
  'Findings were recorded since you opened this, possibly by your own earlier attempt. They remain on record. Nothing new was added.'

const contentOf = ({ patient, termId, status, observedOn, note }: Entered) =>
  JSON.stringify([patient, termId, status, observedOn, note])

const isAmong = (records: readonly Entered[], one: Entered) =>
  records.some((record) => contentOf(record) === contentOf(one))

const named = (one: Entered, known: PhenotypeContext | undefined): Recorded => ({
  ...{ ...one, release: known?.release ?? '' },
  label: known?.terms.find(({ id }) => id === one.termId)?.label ?? '',
})

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
  await audit(scope, 'findings.record', { kind: 'order', ...order }, { findings: recorded.length })
}
