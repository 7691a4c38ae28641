import { Radio, Stack, Textarea } from '@mantine/core'
import { useContext, useEffect, useRef, useState } from 'react'
import type { FollowUpView } from '#contract/follow-up.ts'
import type { Acknowledgement } from '#domain/follow-up/follow-up.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { bornInWords, listName } from '#portal/order/words.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { useAcknowledgeReport } from './queries.ts'
import * as texts from './texts.ts'
import { resultInWords, subjectInWords } from './words.ts'

interface AcknowledgeDialogProps {
  followUp: FollowUpView
  /** The report's test, and whom it is about. */
  name: string
  /** Once it is out of sight. */
  onClosed: () => void
}

/** The owner's statement about one version of a report: if another arrives meanwhile, it is refused. Nothing is chosen for them. */
export function AcknowledgeDialog({ followUp, name, onClosed }: AcknowledgeDialogProps) {
  // The version that the user has read, whatever the page shows by now.
  const [read] = useState(followUp)
  const [opened, setOpened] = useState(true)
  const [outcome, setOutcome] = useState<Acknowledgement | null>(null)
  const [statement, setStatement] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const choice = useRef<HTMLInputElement>(null)
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])
  const acknowledge = useAcknowledgeReport(read, () => {
    setOpened(false)
    notifySuccess(texts.acknowledged)
  })
  const isActed = outcome === 'acted'
  const isMissing = isActed && statement.trim() === ''
  return (
    <FormDialog
      {...{ opened, onClosed }}
      title={texts.acknowledgeTitle}
      confirm={texts.acknowledge}
      cancel={texts.cancel}
      ready
      dirty={statement !== '' || outcome !== null}
      busy={acknowledge.isPending}
      problem={acknowledge.error}
      onConfirm={() => {
        setConfirming(true)
        if (outcome === null) choice.current?.focus()
        else if (isMissing) field.current?.focus()
        else acknowledge.mutate({ revision: read.revision, outcome, statement: statement.trim() })
      }}
      onClose={() => setOpened(false)}
    >
      <DialogDetails
        details={{
          [texts.patient]: [listName(read.patient), bornInWords(read.patient)].filter(Boolean).join(', '),
          [texts.test]: name,
          [texts.version]: subjectInWords(read),
          [texts.result]: resultInWords(read),
          // As it is now: the laboratory may doubt the version that was read since.
          ...(followUp.isQuestioned ? { [texts.report]: texts.questioned } : {}),
        }}
      />
      <Radio.Group
        label={texts.whatWasDone}
        value={outcome}
        onChange={(value) => setOutcome(value === 'acted' ? 'acted' : 'no-action')}
        error={isConfirming && outcome === null ? texts.chooseIt : undefined}
      >
        <Stack gap="xs" mt={8}>
          <Radio ref={choice} value="no-action" label={texts.noAction} data-autofocus />
          <Radio value="acted" label={texts.acted} />
        </Stack>
      </Radio.Group>
      <Textarea
        ref={field}
        label={texts.statement}
        description={isActed ? texts.statementHint : texts.statementOptional}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={2000}
        aria-required={isActed}
        error={isConfirming && isMissing ? texts.describeIt : undefined}
        value={statement}
        onChange={(event) => setStatement(event.currentTarget.value)}
        disabled={acknowledge.isPending}
      />
    </FormDialog>
  )
}
