import { fail } from '#contract/errors.ts'
import { addMonths, dayInWords, type IsoDate, isIsoDate, todayAtLaboratory } from '#domain/dates/dates.ts'
import { closingStatement, MOST_MONTHS_LATER } from '#domain/reanalysis/closing.ts'
import { type Authority, audit, nameOf, type Scope, withScope } from '#server/database/scope.ts'
import { closeFollowUp, moveFollowUp } from '#server/features/follow-up/public.ts'
import { addEvent, isOfInstitution, lockOrder } from '#server/features/orders/public.ts'
import { casesOf, inScopeOf, type ReanalysisCase } from './cases.ts'
import type { Input, ReanalysisDeps, Reply } from './deps.ts'
import { contentAsBefore, contentOf, openReanalysisOf } from './follow-ups.ts'
import { viewOf } from './view.ts'

interface Decision {
  params: { hospital: string; id: number }
  body: { testCode: string; revision: number }
}
type Open = NonNullable<Awaited<ReturnType<typeof openReanalysisOf>>>

/**
 * Runs `decide` on the open follow-up that the user has seen, with the order locked. `known` is undefined if the result can't be
 * analyzed again now, because the laboratory is checking its report or no longer offers it, or the institution does not want it: the
 * question stays, and so does whoever has to answer it.
 */
function decided(
  deps: ReanalysisDeps,
  authority: Authority,
  { params, body }: Decision,
  decide: (scope: Scope, known: ReanalysisCase | undefined, open: Open, today: IsoDate) => Promise<string>,
): Promise<Reply<'get'>> {
  return withScope(deps.connection, authority, async (scope) => {
    const row = await lockOrder(scope, params)
    const today = todayAtLaboratory(deps.now())
    const cases = await casesOf(scope.db, row, inScopeOf, today)
    const known = cases.find((one) => one.testCode === body.testCode)
    const person = known?.person ?? row.document.patients[0]?.key ?? ''
    const open = await openReanalysisOf(scope.db, { order: row, person, testCode: body.testCode })
    if (!known && !open && !(await wasAsked(scope, row.id, body.testCode))) fail('not-found')
    // The laboratory's Support sees follow-ups and decides about none.
    if (!isOfInstitution(scope, params.hospital))
      fail('forbidden', { detail: 'Only users of the institution can do this.' })
    if (open?.revision !== body.revision)
      fail('wrong-state', {
        detail: open
          ? 'It has changed since you opened the page. Nothing was saved. Reload the page.'
          : 'It does not wait for a decision.',
      })
    const words = await decide(scope, known, open, today)
    const order = { id: row.id, institution: row.institution_code }
    await addEvent(scope, order, 'reanalysis-decided', words)
    await audit(scope, 'reanalysis.decide', { kind: 'order', ...order }, { testCode: body.testCode })
    return viewOf(scope, row, await casesOf(scope.db, row, inScopeOf, today), today)
  })
}

/** Whether it waited for a decision before: a colleague may have closed it meanwhile. */
async function wasAsked({ db }: Scope, orderId: number, testCode: string): Promise<boolean> {
  const row = await db
    .selectFrom('follow_up')
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'reanalysis')
    .where('test_code', '=', testCode)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

const byOf = ({ actor }: Scope) => ({ id: actor.id, name: nameOf(actor) })

/** Not now: the follow-up stays open and is due on a later day. */
export function putOff(deps: ReanalysisDeps) {
  return (authority: Authority, request: Input<'later'>) =>
    decided(deps, authority, request, async (scope, known, open, today) => {
      const { on, reason } = request.body
      const last = addMonths(today, MOST_MONTHS_LATER)
      if (!isIsoDate(on) || on <= today || on > last)
        fail('invalid-fields', {
          errors: [
            {
              ...{ path: '/on', rule: 'date' },
              message: `Enter a day after today and until ${dayInWords(last)}.`,
            },
          ],
        })
      const words = `Not now; ask again on ${dayInWords(on)}${reason === '' ? '' : `: ${reason}`}`
      await moveFollowUp<'reanalysis'>(
        scope.db,
        open,
        { ...(known ? contentOf(known) : contentAsBefore(open)), dueOn: on },
        { kind: 'step', by: byOf(scope), words },
      )
      return words
    })
}

/** Closes the question for this result, in a person's words. */
export function closeReanalysis(deps: ReanalysisDeps) {
  return (authority: Authority, request: Input<'close'>) =>
    decided(deps, authority, request, async (scope, _, open) => {
      const statement = closingStatement(request.body.reason, request.body.statement)
      await closeFollowUp(scope.db, open, { by: byOf(scope), outcome: 'done', statement })
      return `Closed: ${statement}`
    })
}
