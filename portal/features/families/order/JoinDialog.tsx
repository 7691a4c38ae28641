import { Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Order } from '#contract/order.ts'
import type { OrderFamily } from '#contract/order-family.ts'
import { sentencesOf } from '#domain/family/sentences.ts'
import { personName } from '#domain/orders/family.ts'
import { keysInOrder } from '#domain/orders/subject.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { LoadingIndicator } from '#ui/LoadingIndicator.tsx'
import { familyOptions } from '../queries.ts'
import { FamilySearch } from './FamilySearch.tsx'
import { useOrderFamilyChange } from './queries.ts'
import * as texts from './texts.ts'

interface JoinDialogProps {
  order: Order
  joined: OrderFamily
  onClose: () => void
}

/** Says who of an order is who in a family, which is chosen first if the order is in none. */
export function JoinDialog({ order, joined, onClose }: JoinDialogProps) {
  const { hospitalCode: hospital, id } = order
  const [familyId, chooseFamily] = useState<number | null>(joined.family?.id ?? null)
  const [chosen, choose] = useState<ReadonlyMap<string, string>>(
    () => new Map(joined.people.map(({ patientKey, member }) => [patientKey, member])),
  )
  const query = useQuery({ ...familyOptions(hospital, familyId ?? 0), enabled: familyId !== null })
  const join = useOrderFamilyChange(
    { hospital, order: id },
    (people: { patientKey: string; member: string }[]) =>
      api.orderFamily.join({ params: { hospital, id }, body: { familyId: familyId ?? 0, people } }),
    { done: texts.orderJoined, onDone: onClose },
  )
  const before = new Map(joined.people.map(({ patientKey, member }) => [patientKey, member]))
  const changed = [...chosen]
    .filter(([patientKey, member]) => (before.get(patientKey) ?? '') !== member)
    .map(([patientKey, member]) => ({ patientKey, member }))
  const document = query.data?.document
  const people = useMemo(() => {
    if (!document) return []
    const calls = sentencesOf(document, () => '')
    return document.people.map(({ key }) => ({ value: key, label: calls.get(key)?.call ?? '' }))
  }, [document])
  return (
    <FormDialog
      opened
      title={familyId === null ? texts.chooseFamily : texts.sayWho}
      confirm={texts.saveJoin}
      cancel={texts.close}
      ready={changed.length > 0 && !join.isPending}
      dirty={changed.length > 0}
      busy={join.isPending}
      problem={join.error}
      onConfirm={() => join.mutate(changed)}
      onClose={onClose}
    >
      {familyId === null ? (
        <FamilySearch hospital={hospital} onChoose={chooseFamily} />
      ) : query.data === undefined ? (
        query.isError ? (
          <ErrorState problem={query.error} retry={() => query.refetch()} />
        ) : (
          <LoadingIndicator />
        )
      ) : (
        <Stack gap="xs">
          {keysInOrder(order.document).map((key) => (
            <Select
              key={key}
              label={texts.whoIs(personName(order.document, key))}
              searchable
              openOnFocus={false}
              clearable
              placeholder={texts.noMember}
              // Somebody of the family is one person of the order.
              data={people.filter(({ value }) =>
                [...chosen].every(([other, member]) => other === key || member !== value),
              )}
              value={chosen.get(key) || null}
              onChange={(member) => choose(new Map([...chosen, [key, member ?? '']]))}
            />
          ))}
        </Stack>
      )}
    </FormDialog>
  )
}
