import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconBinaryTree2 } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OrderFamily } from '#contract/order-family.ts'
import type { JoinedPerson } from '#domain/family/order/family-of-order.ts'
import { api } from '#portal/api.ts'
import {
  ChooseFromFamily,
  type ChosenPeople,
  FamilyOffers,
  orderFamilyOptions,
} from '#portal/features/families/public.ts'
import { useSession } from '#portal/session/session.ts'
import { notifyProblem } from '#ui/notices.ts'
import { useFormState, useOrderForm, useSaveStatus } from '../../draft/form-context.ts'
import { savedId } from '../../submitters/saved-id.ts'
import * as texts from '../texts.ts'

/** The family that the draft is in, once it is saved. */
function useFamilyOfDraft() {
  const form = useOrderForm()
  const { institution } = useSession()
  useSaveStatus()
  const order = form.orderId() ?? null
  return (
    useQuery({ ...orderFamilyOptions(institution.code, order ?? 0), enabled: order !== null }).data ?? null
  )
}

/** Opens the family's drawing, where the order's people are pressed. */
export function FromFamily({ onAdded }: { onAdded: (words: string) => void }) {
  const form = useOrderForm()
  const { institution } = useSession()
  const hospital = institution.code
  const queries = useQueryClient()
  const joined = useFamilyOfDraft()
  const [opened, { open, close }] = useDisclosure(false)
  const tests = useFormState((state) => state.tests)
  const join = useMutation({
    mutationFn: async ({ familyId, people }: { familyId: number; people: JoinedPerson[] }) => {
      const id = await savedId(form)
      const next = await api.orderFamily.join({ params: { hospital, id }, body: { familyId, people } })
      return { id, next }
    },
    onSuccess: ({ id, next }: { id: number; next: OrderFamily }) =>
      queries.setQueryData(orderFamilyOptions(hospital, id).queryKey, next),
    onError: notifyProblem,
  })
  const add = ({ familyId, count, into }: ChosenPeople) => {
    close()
    const { people } = into(form.state().document)
    form.edit((document) => into(document).document)
    onAdded(texts.addedFromFamily(count))
    join.mutate({ familyId, people })
  }
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconBinaryTree2 size={14} aria-hidden />}
        loading={join.isPending}
        onClick={open}
      >
        {texts.fromFamily}
      </Button>
      {opened && (
        <ChooseFromFamily
          hospital={hospital}
          document={form.state().document}
          joined={joined}
          tests={tests}
          onChoose={add}
          onClose={close}
        />
      )}
    </>
  )
}

/** What the draft's family knows otherwise than what was typed. */
export function OffersOfFamily() {
  const form = useOrderForm()
  const { institution } = useSession()
  const joined = useFamilyOfDraft()
  const document = useFormState((state) => state.document)
  if (!joined?.family) return null
  return (
    <Group>
      <FamilyOffers
        hospital={institution.code}
        document={document}
        family={joined.family}
        people={joined.people}
        onTake={(key, value) =>
          form.edit((latest) => ({
            ...latest,
            patients: latest.patients.map((one) => (one.key === key ? { ...one, ...value } : one)),
          }))
        }
        onWriteHistory={(familyHistory) => form.edit((latest) => ({ ...latest, familyHistory }))}
      />
    </Group>
  )
}
