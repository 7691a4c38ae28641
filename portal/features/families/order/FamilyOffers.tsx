import { Button } from '@mantine/core'
import type { OrderFamily } from '#contract/order-family.ts'
import { testedMember } from '#domain/family/order/close-family.ts'
import { offeredToOrder, withHistoryOf } from '#domain/family/order/to-order.ts'
import type { FamilyHistory } from '#domain/orders/clinical-history.ts'
import type { OrderDocument, Patient } from '#domain/orders/document.ts'
import { personName } from '#domain/orders/family.ts'
import classes from './order-family.module.css'
import { useLiveFamily } from './queries.ts'
import * as texts from './texts.ts'

interface FamilyOffersProps {
  hospital: string
  /** As the form has it. */
  document: OrderDocument
  family: { id: number }
  people: OrderFamily['people']
  /** Writes fields of one of the order's people. */
  onTake: (patientKey: string, value: Partial<Patient>) => void
  onWriteHistory: (history: FamilyHistory) => void
}

/** What a draft's family knows otherwise than the draft: taken into it field by field. */
export function FamilyOffers({
  hospital,
  document,
  family,
  people,
  onTake,
  onWriteHistory,
}: FamilyOffersProps) {
  const { data } = useLiveFamily(hospital, family.id)
  if (!data) return null
  const from = testedMember(data.document, document, people)
  const indications = document.indicationsForTesting.map(({ code }) => code)
  const differing = people.flatMap(({ patientKey, member: key }) => {
    const patient = document.patients.find((one) => one.key === patientKey)
    const member = data.document.people.find((one) => one.key === key)
    if (!patient || !member) return []
    const call = personName(document, patientKey)
    return offeredToOrder(data.document, member, from, { patient, indications }).map((field) => ({
      patientKey,
      call,
      ...field,
    }))
  })
  const history = withHistoryOf(document.familyHistory, data.document, from, indications)
  const lines = history.diagnoses.length - document.familyHistory.diagnoses.length
  if (differing.length === 0 && lines === 0) return null
  return (
    <section aria-label={texts.familyDiffers} className={classes.offers}>
      <h3>{texts.familyDiffers}</h3>
      <p className={classes.hint}>{texts.familyDiffersHint}</p>
      <ul>
        {differing.map(({ patientKey, call, field, before, after, value }) => (
          <li key={`${patientKey} ${field}`}>
            <span>
              {call}, {texts.FIELDS[field].toLowerCase()}. {texts.orderHas(before)};{' '}
              {field === 'deceased' ? texts.familyHas(texts.died(after)) : texts.familyHas(after)}
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.takeFieldIntoOrder(call, texts.FIELDS[field].toLowerCase())}
              onClick={() => onTake(patientKey, value)}
            >
              {texts.takeIntoOrder}
            </Button>
          </li>
        ))}
        {lines > 0 && (
          <li>
            <span>{texts.historyOffered(lines)}</span>
            <Button size="xs" variant="default" onClick={() => onWriteHistory(history)}>
              {texts.writeIntoHistory}
            </Button>
          </li>
        )}
      </ul>
    </section>
  )
}
