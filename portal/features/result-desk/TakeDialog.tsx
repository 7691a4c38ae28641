import { Alert } from '@mantine/core'
import { useState } from 'react'
import type { WaitingResultView } from '#contract/result-desk.ts'
import { api } from '#portal/api.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import { ReportField } from './ReportField.tsx'
import { StatusField, type TakenStatus } from './StatusField.tsx'
import * as texts from './texts.ts'
import { type DecisionProps, useDecision } from './use-decision.ts'
import { differencesIn } from './words.ts'

interface TakeDialogProps extends DecisionProps {
  /** Whom the result is for; null where the order has one person, or the result is whose it is already. */
  person: WaitingResultView['order'][number] | null
}

/** Files the result for a person of its order: the clinic sees it from then on. */
export function TakeDialog({ result, opened, onClose, person }: TakeDialogProps) {
  const [reason, setReason] = useState('')
  const [status, setStatus] = useState<TakenStatus | ''>('')
  const [report, setReport] = useState<string | null>(null)
  const takesBack = result.status === 'withdrawn' || result.status === 'cancelled'
  const isUnclear = result.status === 'unclear'
  const who = person ?? result.order[0]
  const differences = who ? differencesIn(who.differs) : ''
  const take = useDecision(
    () =>
      api.resultDesk.take({
        params: { id: result.id },
        body: {
          reason: reason.trim(),
          ...(who ? { person: who.person } : {}),
          ...(isUnclear && status !== '' ? { as: status } : {}),
          ...(result.choosesReport && report !== null ? { report } : {}),
        },
      }),
    { onClose, done: texts.resultAccepted },
  )
  return (
    <FormDialog
      opened={opened}
      title={takesBack ? texts.acceptThisWithdrawal : texts.acceptFor(who?.name ?? 'the order')}
      confirm={takesBack ? texts.acceptWithdrawal : texts.acceptResult}
      ready={
        reason.trim() !== '' && !(isUnclear && status === '') && !(result.choosesReport && report === null)
      }
      dirty={reason !== '' || report !== null}
      busy={take.isPending}
      problem={take.error}
      onConfirm={() => take.mutate(undefined)}
      onClose={onClose}
      onClosed={() => {
        setReason('')
        setStatus('')
        setReport(null)
        take.reset()
      }}
    >
      <DialogDetails
        details={{
          Order: `${result.orderId}, ${result.institutionName}`,
          'In the message': result.message?.name || texts.noName,
        }}
      />
      {differences && (
        <Alert color="yellow">
          The {differences} of {who?.name} {texts.mismatchWarning}
        </Alert>
      )}
      {result.choosesReport && <ReportField result={result} value={report} onChange={setReport} />}
      {isUnclear && <StatusField value={status} onChange={setStatus} />}
      <ReasonField value={reason} onChange={setReason} description={texts.verifiedHint} />
    </FormDialog>
  )
}
