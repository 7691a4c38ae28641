import { Alert, Button, Group, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Order } from '#contract/order.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { showInstant } from '#ui/dates.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { useClosed, useOrderForm } from '../draft/form-context.ts'
import { useOrderChanged, useSavedOrder } from '../use-order.ts'
import { savedId } from './saved-id.ts'
import * as texts from './texts.ts'

interface SubmissionNoticeProps {
  /** The button that submits; null for one who may not. */
  submit: ReactNode
  onAskOther: () => void
}

/** Somebody was asked to submit the draft, or gave it back: who, when, and with which words. */
export function SubmissionNotice({ submit, onAskOther }: SubmissionNoticeProps) {
  const { user } = useSession()
  const order = useSavedOrder()
  const closed = useClosed()
  const [sendingBack, sendBack] = useDisclosure(false)
  if (!order || closed) return null
  const request = order.submissionAsked
  if (!request) return order.sentBack && <SentBack {...order.sentBack} />
  const isForReader = request.physicianId === user.id
  const note = request.note === '' ? '' : `: ${request.note}`
  return (
    <>
      <Alert
        color="brand"
        title={isForReader ? texts.asksYou(request.askedBy, note) : texts.wasAsked(request.name)}
      >
        <Text size="sm">
          {isForReader
            ? texts.requestedOn(showInstant(request.askedAt))
            : texts.requestedBy(request.askedBy, showInstant(request.askedAt), note)}
        </Text>
        <Group mt="sm" gap="xs">
          {isForReader && submit}
          {isForReader ? (
            <Button variant="default" onClick={sendBack.open}>
              {texts.returnOrder}
            </Button>
          ) : (
            <Button variant="default" size="xs" onClick={onAskOther}>
              {texts.editRequest}
            </Button>
          )}
        </Group>
      </Alert>
      {sendingBack && <SendBackDialog to={request.askedBy} onClose={sendBack.close} />}
    </>
  )
}

/** Who gave the draft back, when, and why: it is not ready, whatever the rules find. */
function SentBack({ by, at, note }: NonNullable<Order['sentBack']>) {
  return (
    <Alert color="yellow" title={texts.returnedBy(by, showInstant(at))}>
      {note === '' ? texts.noReasonGiven(by) : note}
    </Alert>
  )
}

function SendBackDialog({ to, onClose }: { to: string; onClose: () => void }) {
  const form = useOrderForm()
  const changed = useOrderChanged()
  const [note, setNote] = useState('')
  const sendBack = useMutation({
    mutationFn: async () =>
      api.orders.sendBack({
        params: { hospital: form.hospitalCode, id: await savedId(form) },
        body: { note },
      }),
    onSuccess: (order) => {
      changed(order)
      notifySuccess(texts.returnedTo(to))
      onClose()
    },
  })
  return (
    <FormDialog
      opened
      title={texts.returnOrder}
      confirm={texts.returnOrder}
      ready
      dirty={note !== ''}
      busy={sendBack.isPending}
      problem={sendBack.error}
      onConfirm={() => sendBack.mutate()}
      onClose={onClose}
    >
      <Textarea
        label={texts.whatToChange(to)}
        maxLength={1000}
        autosize
        minRows={3}
        maxRows={8}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
