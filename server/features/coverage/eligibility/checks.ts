import { fail } from '#contract/errors.ts'
import { peopleOfSubject, subjectKey } from '#domain/coverage/eligibility-subject.ts'
import { serviceDay } from '#domain/coverage/service-day.ts'
import { type IsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import type { CoverageDeps, Db, Input, QueueCheck, Reply } from '../coverage-deps.ts'
import { assertOrderExists, collectionsOf } from '../orders-store.ts'
import * as store from './check-store.ts'
import { presentCheck } from './present-check.ts'
import { questionOf } from './subject.ts'

/**
 * Queues a check for a person and day, in the transaction of `db`, unless one is pending or an answer is still valid
 * (`again` overrides). After a refusal it is queued again: the payer may have corrected its data.
 */
export async function queueCheckOnce(
  queueCheck: QueueCheck,
  db: Db,
  { again = false, ...newCheck }: store.NewCheck & { again?: boolean },
  today: IsoDate,
): Promise<{ check: store.StoredCheck; isNew: boolean }> {
  const { hospital, subject, serviceDay: day } = newCheck
  const question = { key: subjectKey(subject), serviceDay: day, today }
  await store.oneAtATime(db, hospital, question.key)
  const waiting = await store.waitingCheck(db, hospital, question)
  if (waiting) return { check: waiting, isNew: false }
  const known = again ? null : await store.currentAnswer(db, hospital, question)
  if (known && known.answer.rejections.length === 0) return { check: known, isNew: false }
  const check = await store.insertCheck(db, newCheck)
  await queueCheck(db, check.id)
  return { check, isNew: true }
}

/** The same, on behalf of the actor. */
export async function queueCheckAs(
  { queueCheck }: Pick<CoverageDeps, 'queueCheck'>,
  scope: Scope,
  newCheck: Omit<store.NewCheck, 'by'> & { again?: boolean },
  today: IsoDate,
): ReturnType<typeof queueCheckOnce> {
  const by = { id: scope.actor.id, name: nameOf(scope.actor) }
  const { check, isNew } = await queueCheckOnce(queueCheck, scope.db, { ...newCheck, by }, today)
  if (isNew)
    await audit(scope, 'eligibility.ask', {
      ...{ kind: 'eligibility-check', id: check.id, institution: newCheck.hospital },
      people: peopleOfSubject(newCheck.subject),
    })
  return { check, isNew }
}

/** Whose answer was read. */
export async function auditCheckView(scope: Scope, check: store.StoredCheck): Promise<void> {
  const entity = { kind: 'eligibility-check', id: check.id, institution: check.institution_code }
  await audit(scope, 'eligibility.view', { ...entity, people: peopleOfSubject(check.subject) })
}

/** A check that was read, also because it is the one that was asked for. */
async function viewCheck(scope: Scope, check: store.StoredCheck, today: IsoDate) {
  await auditCheckView(scope, check)
  return presentCheck(check, today)
}

export function createCheck(deps: CoverageDeps) {
  return (
    authority: Authority,
    { params: { hospital }, body: { document, orderId, again } }: Input<'check'>,
  ): Promise<Reply<'check'>> =>
    withScope(deps.connection, authority, async (scope) => {
      const today = todayAtLaboratory(deps.now())
      await assertOrderExists(scope, hospital, orderId)
      const { subject, gaps } = await questionOf(deps, scope.db, document)
      if (subject === null) {
        const errors = gaps.map((gap) => ({ ...gap, path: `/document${gap.path}` }))
        fail('invalid-fields', { errors })
      }
      const day = serviceDay(await collectionsOf(scope.db, hospital, document), today)
      const newCheck = { hospital, orderId, subject, serviceDay: day, again }
      const { check, isNew } = await queueCheckAs(deps, scope, newCheck, today)
      return isNew ? presentCheck(check, today) : viewCheck(scope, check, today)
    })
}

export function readCheck({ connection, now }: CoverageDeps) {
  return (
    authority: Authority,
    { params: { hospital, id } }: Input<'checkById'>,
  ): Promise<Reply<'checkById'>> =>
    withScope(connection, authority, async (scope) => {
      const check = (await store.findCheck(scope.db, hospital, id)) ?? fail('not-found')
      return viewCheck(scope, check, todayAtLaboratory(now()))
    })
}
