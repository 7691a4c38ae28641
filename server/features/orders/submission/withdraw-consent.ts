import { type FieldError, fail } from '#contract/errors.ts'
import type { ConsentOfPerson } from '#domain/consent/ledger.ts'
import { stopsTesting, withdrawable, withdrawalHoldKey, withdrawnHold } from '#domain/consent/withdrawal.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import { ORDER_STATE_META, type OrderState } from '#domain/orders/status.ts'
import { type Authority, audit, nameOf, type Scope } from '#server/database/scope.ts'
import { assertAllowed, loadOrderReply, lockOrder, viewOrder } from '../locked-order.ts'
import { type Input, inScope, type OrderDeps } from '../order-deps.ts'
import { addEvent, type StoredOrder } from '../store.ts'
import { ledgerOf } from '../view/consent-ledger.ts'
import { peopleReported } from '../view/pending.ts'
import { reportsOf, withdrawalsOf } from '../view/relations.ts'

type Body = Input<'withdrawConsent'>['body']

/**
 * Withdraws a person's consent, in whole or in parts: recorded as history beside the first consent, told to
 * the laboratory in the same transaction. Without the consent for testing the order is held. Withdrawing the
 * same again changes nothing.
 */
export function withdrawConsent(deps: OrderDeps) {
  return (authority: Authority, { params: { hospital, id }, body }: Input<'withdrawConsent'>) =>
    inScope(deps, authority, async (scope) => {
      const row = await lockOrder(scope, { hospital, id })
      assertAllowed('withdrawConsent', row)
      const before = await withdrawalsOf(scope, id)
      const known = ledgerOf(row, before).find(({ person }) => person === body.patient)
      if (known && isRepeated(known, body)) return viewOrder(scope, { hospital, id })
      assertWithdrawable(row, known, body, {
        reportedFor: peopleReported(row, await reportsOf(scope, id)),
        today: todayAtLaboratory(deps.now()),
      })
      const consent = known ?? fail('not-found')
      const hold = stopsTesting(consent, body.items)
        ? {
            key: withdrawalHoldKey(before.length + 1),
            words: withdrawnHold({ hasPendingTest: row.has_pending_test }),
          }
        : null
      await record(scope, row, body, hold)
      const since = ledgerOf(row, await withdrawalsOf(scope, id)).find(
        ({ person }) => person === body.patient,
      )
      const order = { id, institution: hospital }
      const { items, on, reason } = body
      await deps.changeAtLaboratory(scope, order, {
        withdrawal: { consent: since ?? consent, items, on, reason, hold },
      })
      await addEvent(scope, order, 'consent-withdrawn', inWords(consent, body))
      await audit(
        scope,
        'consent.withdraw',
        { kind: 'order', ...order },
        { ...body, stopsTesting: hold !== null },
      )
      return loadOrderReply(scope, { hospital, id })
    })
}

/** All of it was withdrawn before, on the same day and for the same reason. */
function isRepeated({ items }: ConsentOfPerson, body: Body): boolean {
  return body.items.every((id) => {
    const withdrawn = items.find((item) => item.id === id)?.withdrawn
    return withdrawn?.on === body.on && withdrawn.reason === body.reason
  })
}

function assertWithdrawable(
  row: StoredOrder,
  consent: ConsentOfPerson | undefined,
  body: Body,
  { reportedFor, today }: { reportedFor: string[]; today: string },
): void {
  const errors: FieldError[] = []
  if (!consent)
    errors.push({ path: '/patient', rule: 'unknown', message: 'This person has no consent in this order.' })
  const state = row.state_before_cancel ?? row.state
  const order = { state, reportedFor, hasPendingTest: row.has_pending_test }
  const possible = consent ? withdrawable(consent, order) : body.items
  for (const [index, id] of body.items.entries()) {
    if (possible.includes(id)) continue
    const item = consent?.items.find((one) => one.id === id)
    const path = `/items/${index}`
    if (!item) errors.push({ path, rule: 'unknown', message: 'This consent was not asked in this order.' })
    else if (item.withdrawn)
      errors.push({
        ...{ path, rule: 'repeated' },
        message: `${item.title} was withdrawn on ${dayInWords(item.withdrawn.on)}.`,
      })
    else if (item.answer !== true)
      errors.push({ path, rule: 'declined', message: `${item.title} was not agreed to.` })
    else
      errors.push({
        ...{ path, rule: 'done' },
        message: `${whyTestingIsOver(state)} What is kept or shared can still be withdrawn.`,
      })
  }
  if (body.on > today)
    errors.push({ path: '/on', rule: 'date', message: 'The day of the withdrawal cannot be in the future.' })
  if (row.submitted_at && body.on < dayOfConsent(row, consent))
    errors.push({ path: '/on', rule: 'date', message: 'The day of the withdrawal is before the consent.' })
  if (errors.length > 0) fail('invalid-fields', { errors })
}

const whyTestingIsOver = (state: OrderState) =>
  state === 'cancelled'
    ? 'The order is cancelled: no more testing is done.'
    : `The order is ${ORDER_STATE_META[state].display}: the test has been done, and its report stays in the chart.`

/** The day of the signature, or of the submitter's attestation. */
function dayOfConsent(row: StoredOrder, consent: ConsentOfPerson | undefined): string {
  return consent?.record?.signedOn || (row.submitted_at ? todayAtLaboratory(row.submitted_at) : '')
}

async function record(
  { db, actor }: Scope,
  { id, institution_code }: StoredOrder,
  { patient, items, on, reason }: Body,
  hold: { key: string; words: string } | null,
): Promise<void> {
  await db
    .insertInto('consent_withdrawal')
    .values({
      ...{ order_id: id, institution_code, patient_key: patient, items, withdrawn_on: on, reason },
      ...{ recorded_by: actor.id, recorded_by_name: nameOf(actor) },
      ...{ hold_key: hold?.key ?? null, hold_words: hold?.words ?? null },
    })
    .execute()
}

function inWords({ name, items }: ConsentOfPerson, { items: withdrawn, on, reason }: Body): string {
  const titles = items.filter(({ id }) => withdrawn.includes(id)).map(({ title }) => title)
  return `${name}, ${dayInWords(on)}: ${titles.join(', ')}. Reason: ${reason}`
}
