import { Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { TypedSelect } from '#ui/fields/TypedSelect.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { useOrderForm } from '../draft/form-context.ts'
import { useOrderChanged, useSavedOrder } from '../use-order.ts'
import { savedId } from './saved-id.ts'

/** A colleague goes on with the draft. */
export function HandOverDialog({ onClose }: { onClose: () => void }) {
  const form = useOrderForm()
  const order = useSavedOrder()
  const changed = useOrderChanged()
  const hospital = form.hospitalCode
  const { user } = useSession()
  const { data, isPending, isError } = useQuery({
    queryKey: ['orders', hospital, 'colleagues'],
    queryFn: () => api.orders.colleagues({ params: { hospital } }),
  })
  const colleagues = (data ?? []).filter(({ id }) => id !== user.id)
  const [chosen, setChosen] = useState<string | null>(null)
  const [tried, setTried] = useState(false)
  const handOver = useMutation({
    mutationFn: async (physicianId: number) =>
      api.orders.handOver({ params: { hospital, id: await savedId(form) }, body: { physicianId } }),
    onSuccess: (handed) => {
      changed(handed)
      notifySuccess(`Handed over to ${handed.responsibleName}.`)
      onClose()
    },
  })
  const send = () => {
    setTried(true)
    if (chosen !== null) handOver.mutate(Number(chosen))
  }
  return (
    <FormDialog
      opened
      title="Hand over to a colleague"
      confirm="Hand over"
      ready
      dirty={chosen !== null}
      busy={handOver.isPending}
      problem={handOver.error}
      onConfirm={send}
      onClose={onClose}
    >
      <Text size="sm">
        {order ? `${order.responsibleName} prepares this order now. ` : ''}Whoever you choose goes on with it;
        everybody of your institution can still open it.
      </Text>
      <TypedSelect
        label="Colleague"
        placeholder={isPending ? 'Loading…' : 'Choose'}
        openOnFocus={false}
        options={colleagues.map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={isError ? 'The list cannot be reached.' : 'Nobody else here prepares orders.'}
        error={tried && chosen === null ? 'Choose a colleague' : null}
        value={chosen ?? ''}
        onChange={(id) => setChosen(id || null)}
        data-autofocus
      />
    </FormDialog>
  )
}
