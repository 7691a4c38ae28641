import { blankPatient, type OrderDocument } from '#domain/orders/document.ts'
import { blankFetus, blankPregnancy } from '#domain/orders/pregnancy.ts'
import { administer } from '#server/database/connection/connect.ts'
import type { TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'

/** A day before today, ISO. */
const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)

/** Lets the world's exome be ordered from villi. */
export async function offerVilli(portal: TestPortal): Promise<void> {
  await administer(portal.database.url, async (db) => {
    await db
      .updateTable('test')
      .set({ specimens: ['Blood', 'CVS'] })
      .where('code', '=', 'WES1')
      .execute()
  })
}

/**
 * An order for the dichorionic twins of Dora Lind, born 12 April 1990: villi of A (s1) and B (s2), and her blood (s3).
 * `firstName` replaces hers: the same test of one pregnancy is not ordered twice without a reason.
 */
export function twinsOf(firstName: string): OrderDocument {
  const order = readyOrder('Lind')
  const [mother] = order.patients
  const [blood] = order.samples
  if (!mother || !blood) throw new Error('a ready order has a patient and a specimen')
  const villi = {
    ...blood,
    specimenType: 'CVS',
    approach: 'TA',
    dateOfCollection: day(2),
    contamination: { contaminationPlan: 'sent', maternalNumber: '', contaminationReason: '' },
  } as const
  return {
    ...order,
    patients: [{ ...mother, firstName, dateOfBirth: '1990-04-12', sex: 'Female', recordNumber: '44821' }],
    pregnancy: {
      ...blankPregnancy(),
      ...{ dueDate: day(-190), dating: 'Ultrasound', fetusCount: 2, chorionicity: 'Dichorionic' },
      fetuses: [blankFetus('fetus-1', 'A'), blankFetus('fetus-2', 'B')],
    },
    samples: [
      { ...villi, key: 's1', patient: 'fetus-1' },
      { ...villi, key: 's2', patient: 'fetus-2' },
      { ...blood, key: 's3' },
    ],
  }
}

/** The child Ida Berg (s1) with her father Jonas (s2) and her sister Ulla (s3), who was born on the same day. */
export async function familyOf(portal: TestPortal): Promise<number> {
  const { id } = await portal.submitted()
  await administer(portal.database.url, async (db) => {
    const { document } = await db
      .selectFrom('orders')
      .select('document')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const [child] = document.patients
    const [blood] = document.samples
    if (!child || !blood) throw new Error('a ready order has a patient and a specimen')
    const person = (key: string, firstName: string, dateOfBirth: string, recordNumber: string) => ({
      ...blankPatient(key === 'relative-1' ? 'Father' : 'Sibling', key),
      ...{ firstName, lastName: 'Berg', dateOfBirth, recordNumber },
    })
    const family = {
      ...document,
      patients: [
        { ...child, ...person('proband', 'Ida', '2019-03-14', '1001'), relationship: child.relationship },
        person('relative-1', 'Jonas', '1984-02-03', '1002'),
        person('relative-2', 'Ulla', '2019-03-14', '1003'),
      ],
      samples: [
        { ...blood, key: 's1' },
        { ...blood, key: 's2', patient: 'relative-1' },
        { ...blood, key: 's3', patient: 'relative-2' },
      ],
    }
    await db.updateTable('orders').set({ document: family }).where('id', '=', id).execute()
  })
  return id
}

let sent = 0

/** An ORU^R01 of these segments below its MSH, in which `{id}` becomes the order's number, and `{at}` the time. */
export function oru(id: number, ...segments: string[]): string {
  sent += 1
  const at = `2026112110${String(Math.floor(sent / 60)).padStart(2, '0')}${String(sent % 60).padStart(2, '0')}`
  return [`MSH|^~\\&|LIS|LARKFIELD|KARYO|PORTAL|${at}||ORU^R01^ORU_R01|OUT${sent}|P|2.5.1`, ...segments]
    .map((segment) => `${segment.replaceAll('{id}', String(id)).replaceAll('{at}', at)}\r`)
    .join('')
}

/** SPM with number, words, arrival, accession and parent. */
export function spm(number: string, { words = '', arrived = '', accession = '', parent = '' } = {}): string {
  const fields = ['SPM', '1', number, parent, 'DNA^Genomic DNA^99LAB']
  fields[14] = words
  fields[18] = arrived
  fields[30] = accession
  return Array.from(fields, (field) => field ?? '').join('|')
}

/** What became of all that was sent about an order: its reports by person, and what waits, and why. */
export async function becameOf(portal: TestPortal, id: number): Promise<string[]> {
  const { reports } = await portal.as('OrderViewer@P1').reports.list({ params: { h: PARENT, id } })
  const waiting = await portal.worker.db
    .selectFrom('result_check')
    .select('why')
    .where('order_id', '=', id)
    .where('outcome', 'is', null)
    .execute()
  return [
    ...reports.map(({ personName, versions }) => `${personName}: ${versions.length}`),
    ...waiting.map(({ why }) => `waits: ${why}`),
  ].toSorted()
}
