import { type IsoDate, todayAtLaboratory } from '../dates/dates.ts'
import type { OrderDocument, PatientKey } from '../orders/document.ts'
import { personName } from '../orders/family.ts'
import type { ConsentConfirmation } from './confirmation.ts'
import { firstCollection, isTestingConsent } from './consent.ts'
import { type ConsentWordings, storedWording } from './consent-wording.ts'
import { daysAfter } from './law.ts'
import { type ConsentRecord, recordOf } from './record.ts'

/** One statement that a person answered. */
export interface ConsentItem {
  id: string
  title: string
  /** Word for word as asked; null: the text of that time is not known. */
  text: string | null
  /** '' if the wording has none, like language and list. */
  version: string
  language: string
  list: string
  /** The consent without which nothing is tested. */
  isTesting: boolean
  /** As given at submission; a withdrawal does not change it. */
  answer: boolean | null
  /** When it was withdrawn, why, and who recorded that; null: it was not. */
  withdrawn: { on: IsoDate; reason: string; by: string; at: string } | null
}

/** One person's consent: what they agreed to, how it was given, and who confirmed it. */
export interface ConsentOfPerson {
  person: PatientKey
  name: string
  /** How it was given; null: the submitter attests it. */
  record: ConsentRecord | null
  /** The submitter's attestation, which applies if there is no record; null for a draft. */
  attested: { by: string; on: IsoDate } | null
  /** The user who confirmed the answers, as the server recorded it; null: not recorded. */
  confirmed: { by: string; at: string } | null
  /** By the law of a state; `destroyBy` is null while the day of collection is not known. */
  retention: { state: string; days: number; destroyBy: IsoDate | null } | null
  items: ConsentItem[]
}

/** A consent, or parts of it, withdrawn after the order was submitted. The first consent is kept as history. */
export interface ConsentWithdrawal {
  patient: PatientKey
  /** The ids of the withdrawn consents. */
  items: readonly string[]
  /** The day on which the person withdrew. */
  on: IsoDate
  reason: string
  /** The user who recorded it, and when (ISO instant). */
  by: string
  at: string
}

interface LedgerSource {
  document: Pick<OrderDocument, 'patients' | 'consents' | 'consentRecords' | 'samples'>
  /** Null for a draft, and if the words were not stored. */
  wordings: ConsentWordings | null
  confirmed: readonly ConsentConfirmation[]
  /** Null for a draft. */
  submitted: { by: string; at: Date } | null
  withdrawals: readonly ConsentWithdrawal[]
  /** Titles for answers without a stored wording. */
  titles?: readonly { id: string; title: string }[]
}

/** An order's consents, person by person, in the order of its people. */
export function consentLedger(source: LedgerSource): ConsentOfPerson[] {
  const { document, submitted } = source
  return document.patients.flatMap(({ key }) => {
    const items = itemsOf(source, key)
    if (items.length === 0) return []
    const record = recordOf(document, key)
    const confirmed = source.confirmed.find(({ patient }) => patient === key)
    return [
      {
        person: key,
        name: personName(document, key),
        record,
        attested: record || !submitted ? null : { by: submitted.by, on: todayAtLaboratory(submitted.at) },
        confirmed: confirmed ? { by: confirmed.by, at: confirmed.at } : null,
        retention: retentionOf(source, key),
        items,
      },
    ]
  })
}

function itemsOf(
  { document, wordings, withdrawals, titles = [] }: LedgerSource,
  key: PatientKey,
): ConsentItem[] {
  return document.consents
    .filter(({ patient }) => patient === key)
    .map(({ consentId: id, answer }) => {
      const words = storedWording(wordings, id, key)
      const title = words?.title ?? titles.find((one) => one.id === id)?.title ?? id
      const withdrawal = withdrawals.find(({ patient, items }) => patient === key && items.includes(id))
      return {
        ...{ id, title, text: words?.text ?? null, version: words?.version ?? '' },
        ...{ language: words?.language ?? '', list: words?.list ?? '' },
        isTesting: words?.isTesting ?? isTestingConsent(title),
        answer,
        withdrawn: withdrawal
          ? { on: withdrawal.on, reason: withdrawal.reason, by: withdrawal.by, at: withdrawal.at }
          : null,
      }
    })
}

/** Counted from the first collection, not from arrival or report; a mother's consent is about her fetus's specimen too. */
function retentionOf(
  { document, wordings, withdrawals }: LedgerSource,
  key: PatientKey,
): ConsentOfPerson['retention'] {
  const withdrawn = wordings?.retentionOnceWithdrawn?.filter(({ patient, unless }) =>
    withdrawals.some((one) => one.patient === patient && one.items.includes(unless)),
  )
  const kept = [...(wordings?.retention ?? []), ...(withdrawn ?? [])].find(({ patient }) => patient === key)
  if (!kept) return null
  const days = [firstCollection(document, key), kept.collectedOn ?? null]
  const first = days.filter((day) => day !== null).toSorted()[0]
  return { state: kept.state, days: kept.days, destroyBy: first ? daysAfter(first, kept.days) : null }
}
