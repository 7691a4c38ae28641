import { Text, Textarea } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isBlocking } from '#domain/orders/points.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { TypedSelect } from '#ui/fields/TypedSelect.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { useOrderForm, usePoints } from '../draft/form-context.ts'
import { pointsInWords } from '../section-words.ts'
import { useOrderChanged, useSavedOrder } from '../use-order.ts'
import { savedId } from './saved-id.ts'
import * as texts from './texts.ts'

/** A draft goes to somebody who may submit it. */
export function AskDialog({ onClose }: { onClose: () => void }) {
  const form = useOrderForm()
  const { user } = useSession()
  const open = usePoints().filter(isBlocking)
  const order = useSavedOrder()
  const request = order?.submissionAsked ?? null
  /** Who was asked before, also when they sent it back. */
  const before = request?.physicianId ?? order?.lastSubmitterId ?? null
  const changed = useOrderChanged()
  const hospital = form.hospitalCode
  const [physicianId, setPhysicianId] = useState(before === null ? null : String(before))
  const [note, setNote] = useState(request?.note ?? '')
  const [tried, setTried] = useState(false)
  const { data, isPending, isError } = useQuery({
    queryKey: ['orders', hospital, 'submitters'],
    queryFn: () => api.orders.submitters({ params: { hospital } }),
  })
  const submitters = (data ?? []).filter(({ id }) => id !== user.id)
  const ask = useMutation({
    mutationFn: async (chosen: number) =>
      api.orders.askToSubmit({
        params: { hospital, id: await savedId(form) },
        body: { physicianId: chosen, note },
      }),
    onSuccess: (order) => {
      changed(order)
      notifySuccess(texts.submissionRequested(order.submissionAsked?.name ?? 'The submitter'))
      onClose()
    },
  })
  const send = () => {
    setTried(true)
    if (physicianId !== null) ask.mutate(Number(physicianId))
  }
  return (
    <FormDialog
      opened
      title={texts.requestSubmission}
      confirm={texts.sendRequest}
      ready
      dirty={note !== (request?.note ?? '')}
      busy={ask.isPending}
      problem={ask.error}
      onConfirm={send}
      onClose={onClose}
    >
      <Text size="sm">
        {texts.requestHint}
        {open.length > 0 && texts.incompleteHint(pointsInWords(open))}
      </Text>
      <TypedSelect
        label={texts.submitter}
        placeholder={isPending ? texts.loading : texts.choose}
        openOnFocus={false}
        options={submitters.map(({ id, name, suffix, npi }) => ({
          value: String(id),
          label: npi === '' ? name : texts.nameAndNpi(name, npi),
          // Typed without the degree, too.
          synonyms: [name, name.slice(0, suffix === '' ? undefined : -suffix.length).trim()],
        }))}
        nothingFoundMessage={
          isError
            ? texts.listUnavailable
            : submitters.length === 0
              ? texts.noSubmitters
              : texts.noMatchingColleague
        }
        error={tried && physicianId === null ? texts.chooseSubmitter : null}
        value={physicianId ?? ''}
        onChange={(id) => setPhysicianId(id || null)}
        data-autofocus
      />
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        maxLength={1000}
        autosize
        minRows={2}
        maxRows={8}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
