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
import * as texts from './texts.ts'

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
      notifySuccess(texts.assignedTo(handed.responsibleName))
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
      title={texts.assignToColleague}
      confirm={texts.assign}
      ready
      dirty={chosen !== null}
      busy={handOver.isPending}
      problem={handOver.error}
      onConfirm={send}
      onClose={onClose}
    >
      <Text size="sm">{texts.assignHint(order ? texts.preparedBy(order.responsibleName) : '')}</Text>
      <TypedSelect
        label={texts.colleague}
        placeholder={isPending ? texts.loading : texts.choose}
        openOnFocus={false}
        options={colleagues.map(({ id, name }) => ({ value: String(id), label: name }))}
        nothingFoundMessage={
          isError
            ? texts.listUnavailable
            : colleagues.length === 0
              ? texts.noColleagues
              : texts.noMatchingColleague
        }
        error={tried && chosen === null ? texts.chooseColleague : null}
        value={chosen ?? ''}
        onChange={(id) => setChosen(id || null)}
        data-autofocus
      />
    </FormDialog>
  )
}
