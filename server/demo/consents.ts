import { ageInYears } from '#domain/consent/law.ts'
import { blankRecord, type ConsentRecord } from '#domain/consent/record.ts'
import { dayInWords, todayAtLaboratory } from '#domain/dates/dates.ts'
import type { Answer, AnswerValue } from '#domain/orders/answers.ts'
import { PROBAND } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import { table } from '#domain/table.ts'
import type { Seed } from './add-users.ts'
import { DAY, HOUR } from './days.ts'
import type { MadeOrder } from './made-order.ts'

/** Years. */
const AGES = { adult: 18, assent: 7 } as const

/** Invented answers to the shipped questionnaires, by questionnaire and question. */
const ANSWERS = table<Readonly<Record<string, readonly AnswerValue[]>>>({
  tumor: {
    histology: [{ value: 'Adenocarcinoma, moderately differentiated' }],
    lesion: [{ value: 'primary' }],
    neoplastic: [{ value: '40' }],
    block: [{ value: 'S26-1184 A3' }],
  },
  pharmacogenomics: {
    reason: [{ value: 'no-effect' }, { value: 'several' }],
    current: [{ value: 'Sertraline 100 mg' }, { value: 'Clopidogrel 75 mg' }],
    liver: [{ value: 'false' }],
  },
})

/** Every third submitted order has recorded signatures; the submitter attests the others. */
const isRecorded = (index: number) => index % 3 === 0

/** How many orders of the first institution have a consent withdrawn in part. */
const WITHDRAWN = 2

/**
 * Adds to demo orders who signed which consent, the answers to the laboratory's own questions, and a few consents
 * withdrawn in part.
 */
export function addConsentDetails(all: readonly MadeOrder[], now: Date): void {
  let left = WITHDRAWN
  for (const [index, made] of all.entries()) {
    const { order, provider } = made
    if (order.submittedAt === null || order.document.isVOB) continue
    const answers = answersOf(made)
    const records = isRecorded(index) ? recordsOf(made) : []
    order.document = {
      ...order.document,
      ...(answers.length > 0 ? { answers } : {}),
      ...(records.length > 0 ? { consentRecords: records } : {}),
    }
    const isFitting = left > 0 && provider.institution === '1001' && order.state === 'reported'
    if (isFitting && records.length > 0 && withdraw(made, now)) left -= 1
  }
}

function answersOf({ order: { document, test } }: MadeOrder): Answer[] {
  return (test.questionnaires ?? []).flatMap(({ id, version, about }) =>
    Object.entries(ANSWERS[id] ?? {}).flatMap(([linkId, values]) =>
      (about === 'order' ? [{}] : document.patients.map(({ key: patient }) => ({ patient }))).map((of) => ({
        ...{ questionnaire: id, version, linkId, values: [...values] },
        ...of,
      })),
    ),
  )
}

/** Signed on the day of collection: by the person, or by a child's mother. */
function recordsOf({ order: { document, submittedAt, createdAt, test } }: MadeOrder): ConsentRecord[] {
  const today = todayAtLaboratory(createdAt)
  const versions = test.consents.flatMap(({ texts = [] }) => texts)
  const mother = document.patients.find(({ relationship }) => relationship === 'Mother')
  return document.patients.flatMap(({ key, dateOfBirth, deceased, lastName }): ConsentRecord[] => {
    const collected = document.samples.find(({ patient }) => patient === key)?.dateOfCollection
    const isAsked = document.consents.some(({ patient }) => patient === key)
    if (!isAsked || deceased || !collected || !submittedAt) return []
    const age = ageInYears(dateOfBirth, collected)
    // After a newer version of the words the submitter attests the consent.
    const isOutdated = versions.some(({ validFrom }) => validFrom > collected && validFrom <= today)
    if (age === null || collected < dateOfBirth || isOutdated) return []
    const given = { ...blankRecord(key), signedOn: collected, method: 'paper' as const }
    if (age >= AGES.adult) return [{ ...given, signer: 'patient', method: 'electronic' }]
    const signerName = mother ? personName(document, mother.key) : `Marta ${lastName}`
    const assent = age >= AGES.assent ? 'given' : 'unable'
    return [{ ...given, signer: 'parent', signerName, relation: 'mother', assent }]
  })
}

/** The patient withdraws what was agreed to besides testing; false if that is nothing. */
function withdraw(made: MadeOrder, now: Date): boolean {
  const { order, provider } = made
  const item = order.document.consents.find(
    ({ patient, consentId, answer }) =>
      patient === PROBAND && consentId === 'research-use' && answer === true,
  )
  if (!item || !order.submittedAt) return false
  const at = new Date(Math.min(now.getTime() - HOUR, order.submittedAt.getTime() + 4 * DAY))
  const [on, reason] = [todayAtLaboratory(at), 'The family prefers that nothing is kept for research.']
  const actor = `${provider.firstName} ${provider.lastName}`
  made.withdrawn = { items: [item.consentId], on, reason, at }
  const detail = `${personName(order.document, PROBAND)}, ${dayInWords(on)}: Research use of the specimen. Reason: ${reason}`
  made.events = [...(made.events ?? []), { kind: 'consent-withdrawn', at, actor, detail }]
  return true
}

/** Inserts the withdrawn consents. */
export async function addWithdrawals(
  db: Seed,
  batch: readonly (MadeOrder & { id: number })[],
): Promise<void> {
  const rows = batch.flatMap(({ id, provider, withdrawn }) =>
    withdrawn
      ? [
          {
            ...{ order_id: id, institution_code: provider.institution, patient_key: PROBAND },
            ...{ items: withdrawn.items, withdrawn_on: withdrawn.on, reason: withdrawn.reason },
            ...{ recorded_by: provider.physicianId, recorded_at: withdrawn.at },
            recorded_by_name: `${provider.firstName} ${provider.lastName}`,
          },
        ]
      : [],
  )
  if (rows.length > 0) await db.insertInto('consent_withdrawal').values(rows).execute()
}
