import { sql } from 'kysely'
import { PROBAND } from '#domain/orders/document.ts'
import { subjectsOf } from '#domain/orders/subject.ts'
import type { Stated } from '#domain/reports/demonstration/finding.ts'
import type { PersonInMessage } from '#domain/reports/person.ts'
import type { InStore, ReportPart } from '#domain/reports/report-update.ts'
import { applyLabUpdate } from '#server/features/laboratory/inbox/apply-update.ts'
import type { StoredLabUpdate } from '#server/features/laboratory/inbox/lab-events.ts'
import type { Seed } from './add-users.ts'
import type { DemoLabUpdate } from './lab-update.ts'
import type { MadeOrder } from './made-order.ts'
import { partsOf } from './report-parts.ts'

type Numbered = MadeOrder & { id: number }

/** Stores the PDF of a demo report. */
export type StoreReport = (
  test: MadeOrder['order']['test'],
  status: DemoLabUpdate['status'],
) => Promise<InStore>

const NEGATIVE: Stated = { outcome: 'negative' }

/** No mail is sent about what happened before the demo began. */
const sendNoNotice = async () => {}

/** Applies the laboratory's updates about reports to inserted orders, each as if it had come at its own time. */
export async function addLabUpdates(
  db: Seed,
  made: readonly Numbered[],
  storeReport: StoreReport,
): Promise<void> {
  for (const one of made)
    for (const labUpdate of one.labUpdates ?? []) {
      const before = await newestEvent(db)
      const source = { messageId: null, name: `demo ${one.id} ${labUpdate.status}`, receivedAt: labUpdate.at }
      await applyLabUpdate(db, await messageOf(one, labUpdate, storeReport), {
        source,
        sendOrderNotice: sendNoNotice,
      })
      const of = { id: one.id, at: labUpdate.at }
      await sql`update order_event set at = ${of.at} where order_id = ${of.id} and id > ${before}`.execute(db)
      await sql`update report set received_at = made_at where order_id = ${of.id}`.execute(db)
      await sql`update orders set updated_at = ${of.at} where id = ${of.id}`.execute(db)
    }
}

async function newestEvent(db: Seed): Promise<number> {
  const { id } = await db
    .selectFrom('order_event')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return id ?? 0
}

async function messageOf(
  { id, order, ...made }: Numbered,
  labUpdate: DemoLabUpdate,
  storeReport: StoreReport,
): Promise<StoredLabUpdate> {
  const { at, status, finding, change = null, words = '', fetus = '' } = labUpdate
  const { test } = order
  const emptyUpdate = {
    refusal: '',
    notes: '',
    declined: null,
    hold: null,
    release: null,
    specimens: [],
    treatments: [],
  }
  const value = { code: '', name: 'Result', value: finding, unit: '', range: '', flag: '' }
  const { stated } = labUpdate
  const [subject = PROBAND] = subjectsOf(order.document)
  const stored = finding === '' ? null : await storeReport(test, status)
  const written = stored ? partsOf({ id, ...made, order }, subject, stored, stated ?? NEGATIVE) : []
  const parts: ReportPart<InStore>[] =
    finding === ''
      ? []
      : [
          ...written.filter(({ kind }) => kind === 'document' || stated !== undefined),
          { kind: 'values', label: '', values: [value] },
        ]
  const identity = { filler: '', accession: '', testCode: test.code, group: fetus || '1' }
  return {
    ...{ ...emptyUpdate, orderId: id, laboratoryNumber: null, testCode: test.code, at },
    patient: patientOf(id, order.document, labUpdate),
    state: status === 'withdrawn' || status === 'preliminary' ? null : 'reported',
    report: {
      ...{ read: { report: '', results: [] }, status, identity, parts, words, change },
      ...{ madeAt: at, sentAt: at },
    },
  }
}

function patientOf(
  id: number,
  { patients }: MadeOrder['order']['document'],
  { isDoubtful = false, fetus = '' }: DemoLabUpdate,
): PersonInMessage {
  const patient = patients.find(({ key }) => key === PROBAND)
  const [first, last] = [patient?.firstName ?? '', patient?.lastName ?? '']
  return {
    identifiers: [{ value: `${id}-${PROBAND}`, assigner: 'KARYO', type: 'PI' }],
    names: [{ last, first: isDoubtful ? `${first.slice(0, 1)}.` : first, middle: '', isFormer: false }],
    ...{ dateOfBirth: patient?.dateOfBirth ?? '', sex: patient?.sex ?? '', fetus },
  }
}
