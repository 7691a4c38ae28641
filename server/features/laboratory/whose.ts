import type { OrderDocument } from '#domain/orders/document.ts'
import { namesAnotherPatient } from '#domain/orders/other-patient.ts'
import { type Identity, identityIn, type PersonInMessage } from '#domain/reports/person.ts'
import type { StoredNews } from './facts.ts'
import type { GatewayTransaction, StoredOrder } from './store.ts'

const NOBODY: PersonInMessage = { identifiers: [], names: [], dateOfBirth: '', sex: '', fetus: '' }

/** Statuses that change something of a report even where nothing comes with them. */
const CHANGES: readonly string[] = ['withdrawn', 'addended', 'amended', 'corrected']

/** Whether a result comes with it, or goes, so that whose it is has to be certain. */
export function bringsResult({ report, treatments }: StoredNews, hasReports: boolean): boolean {
  if (treatments.length > 0) return true
  return report !== null && (report.parts.length > 0 || hasReports || CHANGES.includes(report.status))
}

/** The one person of an order that news are about, by all that the message says of them. */
export async function identityOf(
  db: GatewayTransaction,
  order: StoredOrder,
  news: StoredNews,
): Promise<Identity> {
  const { name } = await db
    .selectFrom('institution')
    .select('name')
    .where('code', '=', order.institution_code)
    .executeTakeFirstOrThrow()
  return identityIn(news.patient ?? NOBODY, {
    orderId: order.id,
    people: order.document.patients,
    assigners: [order.institution_code, name],
    specimensOf: specimenOwners(order.document, order.id, news),
  })
}

/** Whose specimens of the order a message names; a specimen taken again is of the same person. */
function specimenOwners({ samples }: OrderDocument, orderId: number, { specimens }: StoredNews) {
  return specimens.flatMap(({ orderId: of, key }) => {
    const sample = samples.find((one) => one.key === key || one.key === key.replace(/-r\d+$/, ''))
    return of === orderId && sample ? [sample.patient] : []
  })
}

/** Whether news without a result name somebody who is nobody of the order. */
export function isOfSomebodyElse(order: StoredOrder, { patient }: StoredNews): boolean {
  if (!patient) return false
  const { names, dateOfBirth } = patient
  return namesAnotherPatient(order.document.patients, { lastName: names[0]?.last ?? '', dateOfBirth })
}
