import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Order } from '#contract/order.ts'
import { api, queryClient } from '#portal/api.ts'
import { usePageDialog } from '#portal/dialogs/page-dialogs.ts'
import { useHere } from '#portal/links/use-here.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import * as texts from '../texts.ts'

export function DiscardDraft({ order }: { order: Order }) {
  const { opened, open, close } = usePageDialog()
  const navigate = useNavigate()
  const here = useHere()
  const discard = useMutation({
    onMutate: here,
    mutationFn: () => api.orders.discard({ params: { h: order.hospitalCode, id: order.id } }),
    onSuccess: async (_done, _input, stillHere) => {
      notifySuccess(texts.draftDiscarded)
      if (stillHere())
        await navigate({
          to: '/orders',
          search: { status: 'pending-submission', orderBy: 'orderDate', page: 1 },
          replace: true,
        })
      queryClient.removeQueries({ queryKey: ['orders', order.hospitalCode, 'one', order.id] })
      await queryClient.invalidateQueries({ queryKey: ['orders', order.hospitalCode] })
    },
    onError: (error) => {
      close()
      notifyProblem(error)
    },
  })
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.discardDraft}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={texts.discardThisDraft}
        confirm={texts.discardDraft}
        cancel={texts.keepDraft}
        danger
        busy={discard.isPending}
        onConfirm={() => discard.mutate()}
        onClose={close}
      >
        {texts.discardWarning(personAndBirthOf(order))}
      </ConfirmDialog>
    </>
  )
}
