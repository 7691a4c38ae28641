import { NativeSelect, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import type { FollowUpView } from '#contract/follow-up.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { colleaguesOptions, useAssign } from './queries.ts'
import * as texts from './texts.ts'

interface HandOverDialogProps {
  followUp: FollowUpView
  /** Once it is out of sight. */
  onClosed: () => void
}

/** Hands a follow-up to a colleague who can see the order. */
export function HandOverDialog({ followUp, onClosed }: HandOverDialogProps) {
  const { data = [] } = useQuery(colleaguesOptions(followUp.hospitalCode))
  const [opened, setOpened] = useState(true)
  const [ownerId, setOwnerId] = useState(0)
  const [note, setNote] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const field = useRef<HTMLSelectElement>(null)
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])
  const assign = useAssign(followUp, () => {
    setOpened(false)
    notifySuccess(texts.handedOver(data.find(({ id }) => id === ownerId)?.name ?? ''))
  })
  const colleagues = data.filter(({ id }) => id !== followUp.owner?.id)
  return (
    <FormDialog
      {...{ opened, onClosed }}
      title={texts.handOverTitle}
      confirm={texts.handOver}
      cancel={texts.cancel}
      ready
      dirty={note !== ''}
      busy={assign.isPending}
      problem={assign.error}
      onConfirm={() => {
        setConfirming(true)
        if (ownerId === 0) field.current?.focus()
        else assign.mutate({ ownerId, note: note.trim() })
      }}
      onClose={() => setOpened(false)}
    >
      <NativeSelect
        ref={field}
        label={texts.colleague}
        description={texts.colleagueHint}
        data-autofocus
        aria-required
        data={[
          { value: '0', label: texts.noneChosen },
          ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(ownerId)}
        onChange={({ currentTarget: { value } }) => setOwnerId(Number(value))}
        error={isConfirming && ownerId === 0 ? texts.chooseColleague : undefined}
        disabled={assign.isPending}
      />
      <Textarea
        label={texts.note}
        description={texts.noteHint}
        autosize
        minRows={2}
        maxLength={500}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        disabled={assign.isPending}
      />
    </FormDialog>
  )
}
