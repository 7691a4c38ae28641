import { storedWording } from '#domain/consent/consent-wording.ts'
import { type AddOn, blankSample, type OrderDocument, PROBAND, type Sample } from '#domain/orders/document.ts'
import type { SpecimenOf } from '#domain/orders/rule-context.ts'
import type { OrderState } from '#domain/orders/status.ts'
import { isFetusKey, personOfRecord } from '#domain/orders/subject.ts'
import { specimenKey, whyNotReusable } from '#domain/samples/sample.ts'
import { recollected } from '#domain/specimens/recollected.ts'
import type { Scope } from '#server/database/scope.ts'
import type { StoredOrder } from '../store.ts'

/** The laboratory numbers of the orders made from this one for relatives, and of the one it was made from. */
async function numbersOfRelatives(
  { db }: Scope,
  { id, made_from, made_as }: Pick<StoredOrder, 'id' | 'made_from' | 'made_as'>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select('accession_number')
    .where('accession_number', 'is not', null)
    .where((is) =>
      is.or([
        is.and([is('made_from', '=', id), is('made_as', '=', 'relative')]),
        ...(made_as === 'relative' && made_from !== null ? [is('id', '=', made_from)] : []),
      ]),
    )
    .execute()
  return rows.flatMap((row) => row.accession_number ?? [])
}

/**
 * The laboratory numbers that an added test on an order's specimens can have. The order's own comes first, or
 * '' if it has none; then that of the order it was added to, and those of its family (the laboratory's family
 * number, and relatives' orders).
 */
export async function numbersForAddOn(scope: Scope, row: StoredOrder): Promise<string[]> {
  const addedTo = row.document.addOn?.labNumber ?? ''
  const family = row.document.samples.map(({ bgFamilyNumber }) => bgFamilyNumber)
  const others = [addedTo, ...family, ...(await numbersOfRelatives(scope, row))]
  return [row.accession_number ?? addedTo, ...others.filter((number) => number !== '')]
}

/** Why the laboratory cannot do an add-on on the specimen; null if it can. A reanalysis needs its data only. */
export function whyUnusable(
  { kind }: Pick<AddOn, 'kind'>,
  { rejected_at: rejected }: { rejected_at: Date | null },
  state: OrderState,
): string | null {
  if (kind === 'reanalysis') return null
  return whyNotReusable({ rejected }, state)
}

interface SampleRow {
  sample_key: string
  specimen_type: string
  date_of_collection: string
}

/**
 * A specimen as the laboratory has it: the order's content, and of one that was collected again only what stays true. One
 * that the content does not have is the patient's.
 */
function sampleAt({ samples }: OrderDocument, row: SampleRow): Sample {
  const { sample_key: key, specimen_type: specimenType, date_of_collection: dateOfCollection } = row
  const first = samples.find((one) => one.key === specimenKey(key))
  const known = first?.key === key ? first : recollected(first, specimenType)
  const { contamination } = first ?? {}
  return {
    ...(known ?? blankSample(PROBAND, key)),
    ...{ key, specimenType, dateOfCollection },
    // The plan is of whoever is tested, whichever specimen of theirs is used.
    ...(contamination ? { contamination } : {}),
  }
}

/** The laboratory's specimen that an add-on uses; null if the institution has no such specimen. */
export async function specimenOf({ db }: Scope, hospital: string, addOn: AddOn): Promise<SpecimenOf | null> {
  const [found, withdrawals] = await Promise.all([
    db
      .selectFrom('sample')
      .innerJoin('orders', 'orders.id', 'sample.order_id')
      .select([
        'sample.sample_key',
        'sample.specimen_type',
        'sample.date_of_collection',
        'sample.rejected_at',
      ])
      .select(['orders.document', 'orders.consents_asked', 'orders.state'])
      .where('sample.institution_code', '=', hospital)
      .where('sample.id', '=', addOn.sampleId)
      .where('sample.order_id', '=', addOn.orderId)
      .executeTakeFirst(),
    db
      .selectFrom('consent_withdrawal')
      .select(['patient_key', 'items', 'withdrawn_on'])
      .where('order_id', '=', addOn.orderId)
      .orderBy('withdrawn_on')
      .execute(),
  ])
  if (!found) return null
  const sample = sampleAt(found.document, found)
  const person = personOfRecord(found.document, sample.patient) ?? found.document.patients[0]
  if (!person) return null
  const { key, firstName, lastName, dateOfBirth } = person
  const own = withdrawals.filter(({ patient_key }) => patient_key === key)
  const titles = own.flatMap(({ items }) =>
    items.map((id) => storedWording(found.consents_asked, id, key)?.title ?? id),
  )
  const last = own.at(-1)
  const withdrawn = last ? { withdrawn: { titles, on: last.withdrawn_on } } : {}
  const fetus = isFetusKey(sample.patient) ? { fetus: sample.patient } : {}
  const unusable = whyUnusable(addOn, found, found.state)
  return {
    ...{ key, firstName, lastName, dateOfBirth, ...fetus, ...withdrawn },
    ...(unusable === null ? {} : { unusable }),
    sample,
  }
}
