import { Button, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Family } from '#contract/families.ts'
import type { Order } from '#contract/order.ts'
import { withMember } from '#domain/family/additions.ts'
import { changeBetween } from '#domain/family/change.ts'
import type { FamilyDocument } from '#domain/family/document.ts'
import { testedMember } from '#domain/family/order/close-family.ts'
import type { JoinedPerson } from '#domain/family/order/family-of-order.ts'
import { offeredBack } from '#domain/family/order/order-person.ts'
import { typedDiagnoses, withTypedCondition } from '#domain/family/order/to-order.ts'
import { sentencesOf } from '#domain/family/sentences.ts'
import type { FamilyDiagnosis } from '#domain/orders/clinical-history.ts'
import { api } from '#portal/api.ts'
import { notifyProblem, notifyStale, notifySuccess } from '#ui/notices.ts'
import { familyOptions } from '../queries.ts'
import classes from './order-family.module.css'
import * as texts from './texts.ts'

interface OrderDiffersProps {
  family: Family
  order: Order
  people: readonly JoinedPerson[]
}

/** What the order knows otherwise than the family, and diagnoses typed in it: taken into the family one by one. */
export function OrderDiffers({ family, order, people }: OrderDiffersProps) {
  const { document } = family
  const take = useTake(family)
  const calls = useMemo(() => sentencesOf(document, () => ''), [document])
  const differing = people.flatMap(({ patientKey, member: key }) => {
    const patient = order.document.patients.find((one) => one.key === patientKey)
    const member = document.people.find((one) => one.key === key)
    if (!patient || !member) return []
    const call = calls.get(key)?.call ?? ''
    return offeredBack(member, patient).map((field) => ({ key, call, ...field }))
  })
  const typed = typedDiagnoses(
    order.document.familyHistory,
    document,
    testedMember(document, order.document, people),
  )
  return (
    <>
      {differing.length > 0 && (
        <section aria-label={texts.orderDiffers} className={classes.offers}>
          <h3>{texts.orderDiffers}</h3>
          <p className={classes.hint}>{texts.orderDiffersHint}</p>
          <ul>
            {differing.map(({ key, call, field, before, after }) => (
              <li key={`${key} ${field}`}>
                <span>
                  {call}, {texts.FIELDS[field].toLowerCase()}. {texts.familyHas(before)};{' '}
                  {texts.orderHas(after)}
                </span>
                <Button
                  size="xs"
                  variant="default"
                  disabled={take.isPending}
                  aria-label={texts.takeField(call, texts.FIELDS[field].toLowerCase())}
                  onClick={() => take.mutate(withMember(document, key, { [field]: after }))}
                >
                  {texts.take}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {typed.length > 0 && (
        <section aria-label={texts.typedHistory} className={classes.offers}>
          <h3>{texts.typedHistory}</h3>
          <p className={classes.hint}>{texts.typedHistoryHint}</p>
          <ul>
            {typed.map((diagnosis, index) => (
              <TypedDiagnosis
                key={`${index} ${diagnosis.diagnosis}`}
                diagnosis={diagnosis}
                people={document.people.map(({ key }) => ({ value: key, label: calls.get(key)?.call ?? '' }))}
                isBusy={take.isPending}
                onTake={(key) =>
                  take.mutate(withTypedCondition(document, key, diagnosis, () => crypto.randomUUID()))
                }
              />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface TypedDiagnosisProps {
  diagnosis: FamilyDiagnosis
  people: { value: string; label: string }[]
  isBusy: boolean
  onTake: (member: string) => void
}

function TypedDiagnosis({ diagnosis, people, isBusy, onTake }: TypedDiagnosisProps) {
  const [member, choose] = useState<string | null>(null)
  const { relative, diagnosis: name, ageAtDiagnosis } = diagnosis
  return (
    <li>
      <span>{[relative, name, ageAtDiagnosis].filter((part) => part.trim() !== '').join(', ')}</span>
      <Select
        size="xs"
        searchable
        aria-label={texts.whoHas(name)}
        placeholder={texts.choose}
        data={people}
        value={member}
        onChange={choose}
      />
      <Button
        size="xs"
        variant="default"
        disabled={isBusy || member === null}
        aria-label={texts.addConditionOf(name)}
        onClick={() => member !== null && onTake(member)}
      >
        {texts.addToFamily}
      </Button>
    </li>
  )
}

/** Saves a changed document of the family; what a colleague changed meanwhile stays. */
function useTake({ hospitalCode: hospital, id, document }: Family) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (next: FamilyDocument) =>
      api.families.change({ params: { hospital, id }, body: changeBetween(document, next) }),
    onSuccess: ({ family, conflicts }) => {
      queries.setQueryData(familyOptions(hospital, id).queryKey, family)
      if (conflicts.length > 0) notifyStale(texts.colleagueChanged)
      else notifySuccess(texts.takenIntoFamily)
    },
    onError: notifyProblem,
  })
}
