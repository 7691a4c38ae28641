import type { PayerEntry, PriceView } from '#contract/coverage.ts'
import { subjectKey } from '#domain/coverage/eligibility-subject.ts'
import { whatChanged } from '#domain/coverage/estimate-changes.ts'
import type { Payer } from '#domain/coverage/payer.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import type { CoverageDeps, Db } from '../coverage-deps.ts'
import { dayOf, newestCheck, type StoredCheck } from '../eligibility/check-store.ts'
import { presentCheck } from '../eligibility/present-check.ts'
import { collectionsOf } from '../orders-store.ts'
import { newestEstimate } from './estimate-store.ts'
import { type PricedOrder, presentTests, priceOf } from './price.ts'

export function presentPayer(payer: Payer): PayerEntry {
  const { id, name, kind, memberIdHint, phone } = payer
  return {
    ...{ id, name, kind, memberIdHint, phone },
    aliases: [...payer.aliases],
    isElectronic: payer.clearinghouseId !== null,
    memberIdPatterns: [...payer.memberIdPatterns],
  }
}

interface PriceRequest {
  hospital: string
  document: OrderDocument
  orderId: number | null
}

/** The differences from the newest stored estimate. An expired answer is not a difference. */
async function changedSince(
  db: Db,
  { hospital, orderId: id, document }: PriceRequest,
  { estimate, answered }: PricedOrder,
): Promise<PriceView['changed']> {
  const saved = id === null ? null : await newestEstimate(db, { hospital, id, document })
  if (!saved || (estimate !== null && answered === null)) return null
  const words = whatChanged(saved.content.estimate, estimate)
  return words.length === 0 ? null : { since: saved.made_at.toISOString(), words }
}

/** Whether the payer was asked about a day of collection of the order, which may be long ago by now. */
const isOneOf = (collections: readonly { dateOfCollection: string }[], check: StoredCheck) =>
  collections.some(({ dateOfCollection }) => dateOfCollection === dayOf(check))

/** What is known about a document's price, as the form and the order's page show it; and the check that it shows. */
export async function priceView(
  deps: Pick<CoverageDeps, 'canQueryPayers' | 'now'>,
  db: Db,
  about: PriceRequest,
): Promise<{ view: PriceView; check: StoredCheck | null }> {
  const { hospital, document } = about
  const priced = await priceOf(deps, db, hospital, document)
  const { payer, subject, serviceDay, today } = priced
  const collections = await collectionsOf(db, hospital, document)
  const check = subject && (await newestCheck(db, hospital, { key: subjectKey(subject), serviceDay, today }))
  const known = check || priced.earlier
  const view: PriceView = {
    billingType: document.payment.billingType,
    payer: payer && presentPayer(payer),
    gaps: priced.gaps,
    check: known && presentCheck(known, today, { isOfOtherDay: !check && !isOneOf(collections, known) }),
    tests: presentTests(priced.tests),
    listPriceCents: priced.listPriceCents,
    selfPayCents: priced.selfPayCents,
    estimate: priced.estimate,
    assistance: priced.assistance,
    changed: await changedSince(db, about, priced),
  }
  return { view, check: known }
}
