import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { todayAtLaboratory } from '#domain/dates/dates.ts'
import { family as drawn } from '#domain/family/testing/families.ts'
import { addDays } from '#domain/turnaround/laboratory-days.ts'
import { mailOutbox } from '#server/features/mail/outbox.ts'
import { geneticObx } from '#server/features/results/testing/genetic-obx.ts'
import { laboratoryMessage, REPORT } from '#server/testing/laboratory.ts'
import { PORTAL_ORIGIN, type TestPortal } from '#server/testing/portal.ts'
import { PARENT, readyOrder } from '#server/testing/world.ts'
import { windowReminders } from '../reminders.ts'

export const documentWith = (...more: Parameters<typeof drawn>) =>
  JSON.parse(
    JSON.stringify(
      drawn(
        ['mother', 'woman'],
        ['father', 'man', undefined, { life: 'dead' }],
        ['proband', 'woman', ['father', 'mother'], { isProband: true }],
        ['brother', 'man', ['father', 'mother']],
        ['sister', 'woman', ['father', 'mother']],
        ['partner', 'man'],
        ['child', 'woman', ['partner', 'proband'], { born: '2020-03-04' }],
        ...more,
      ),
    ).replaceAll('+', '-'),
  )
export const DOCUMENT = documentWith()
export const BRCA2 = {
  gene: 'BRCA2',
  cdna: 'NM_000059.4:c.5946del',
  protein: 'p.(Ser1982fs)',
  variantClass: 'Pathogenic',
} as const

export async function reportedFor(
  portal: TestPortal,
  at: string,
  variant: Parameters<typeof geneticObx>[1][number] = BRCA2,
): Promise<number> {
  const { id } = await portal.submitted(readyOrder(), { by: `OrderSubmitter@${at}`, at })
  const now = `${todayAtLaboratory(new Date()).replaceAll('-', '')}000100`
  const raw = laboratoryMessage(`R${id}`, { order: id, number: `L-${id}`, status: 'F', pdf: REPORT, at: now })
  expect(await portal.receive(raw + geneticObx('Positive', [variant]).join(''))).toContain('MSA|AA')
  return id
}

/** A family whose finding is the one of a new report. */
export async function found(portal: TestPortal, document = DOCUMENT) {
  const as = portal.as('OrderCreator@P1')
  const orderId = await reportedFor(portal, PARENT)
  const { id } = await as.families.create({
    params: { hospital: PARENT },
    body: { name: 'Quillon', document, familyKey: randomUUID() },
  })
  const params = { hospital: PARENT, id }
  const [variant] = await as.familyCascade.reported({ params, query: { orderId } })
  const reportedOn = variant?.reportedOn ?? ''
  const { findings } = await as.familyCascade.addFinding({
    params,
    body: {
      ...{ findingKey: randomUUID(), member: 'proband', inheritance: 'autosomal dominant' },
      report: { orderId, reportId: variant?.reportId ?? 0, variantKeys: [variant?.variantKey ?? ''] },
      ...{ isAdultOnset: true, condition: '', agreed: { on: reportedOn, words: 'At the visit' } },
    },
  })
  return { id, orderId, reportedOn, findingId: findings[0]?.id ?? 0 }
}

/** Reminds as on a day after the report, and returns the mails about the finding. */
export async function remindedOn(
  portal: TestPortal,
  day: number,
  { reportedOn, findingId }: { reportedOn: string; findingId: number },
) {
  await windowReminders({
    ...{ connection: portal.worker, sendMail: mailOutbox(portal.boss) },
    ...{ now: () => new Date(`${addDays(reportedOn, day)}T17:00:00Z`) },
    ...{ portalOrigin: PORTAL_ORIGIN, laboratoryName: 'Karyo' },
  }).run()
  return portal.worker.db
    .selectFrom('mail_out')
    .select(['key', 'subject', 'body'])
    .where('key', 'like', `family-window ${findingId} %`)
    .orderBy('key')
    .execute()
}
