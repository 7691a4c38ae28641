import { Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useContext, useEffect, useRef, useState } from 'react'
import type { Order, OrderHold } from '#contract/order.ts'
import {
  ANSWER_TOO_LARGE,
  canUpload,
  MOST_ANSWER_BYTES,
  rowProblems,
} from '#domain/documents/upload-rules.ts'
import { HOLD_META } from '#domain/orders/hold-kinds.ts'
import { api, queryClient } from '#portal/api.ts'
import { PageLock } from '#portal/dialogs/page-dialogs.ts'
import { uploadDocument } from '#portal/files/upload.ts'
import { useLookupNames } from '#portal/lookups.ts'
import { personAndBirthOf } from '#portal/order/words.ts'
import { useSession } from '#portal/session/session.ts'
import { showDate, showDay } from '#ui/dates.ts'
import { DialogDetails } from '#ui/dialogs/DialogDetails.tsx'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { UploadRowFields } from '#ui/dialogs/UploadRowFields.tsx'
import { changed, freshRow, withFiles } from '#ui/dialogs/upload-rows.ts'
import { newKey, type Upload, useUploads } from '#ui/dialogs/use-uploads.ts'
import { RowList } from '#ui/fields/RowList.tsx'
import { notifySuccess } from '#ui/notices.ts'
import classes from './following.module.css'
import * as texts from './texts.ts'

const MOST_TEXT = 4000

interface AnswerDialogProps {
  order: Order
  hold: OrderHold
  /** Once it is out of sight. */
  onClosed: () => void
}

/**
 * The answer to a question of the laboratory, with documents if wanted: they are uploaded first, then all is sent. What
 * was typed stays, whatever is refused, and whatever the laboratory says meanwhile.
 */
export function AnswerDialog({ order, hold, onClosed }: AnswerDialogProps) {
  const { hospitalCode: hospital, id } = order
  const { configuration } = useSession()
  const [opened, setOpened] = useState(true)
  const [text, setText] = useState('')
  const [isConfirming, setConfirming] = useState(false)
  /** What has arrived already, by the number that it has here. */
  const arrived = useRef<number[]>([])
  const arrivedBytes = useRef(0)
  const types = useLookupNames('document-types', opened)
  const lockPage = useContext(PageLock)
  useEffect(() => (opened ? lockPage() : undefined), [opened, lockPage])

  const upload: Upload = async ({ key, ...document }, onProgress, signal) => {
    const file = { hospital, orderId: id, uploadKey: key, ...document }
    const { id: number, bytes } = await uploadDocument(file, onProgress, signal)
    arrived.current.push(number)
    arrivedBytes.current += bytes
  }
  const { rows, setRows, done, send, cancel } = useUploads(upload, () => [])
  const rowsWithFile = rows.filter(({ file }) => file !== null)
  const sending = rows.some(({ state }) => state.is === 'sending')

  const answer = useMutation({
    mutationFn: async () => {
      const before = arrived.current.length
      await send(rowsWithFile)
      if (arrived.current.length < before + rowsWithFile.length) return null
      return api.following.answer({
        params: { hospital, id, holdId: hold.id },
        body: { text: text.trim(), documents: arrived.current },
      })
    },
    onSuccess: (answered) => {
      if (answered === null) return
      setOpened(false)
      notifySuccess(texts.answerSent)
    },
    // The page behind is read again in either case: a refusal may be that somebody has answered meanwhile.
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders', hospital] }),
  })

  const bytes = rowsWithFile.reduce((sum, { file }) => sum + (file?.size ?? 0), arrivedBytes.current)
  // One that is too large by itself says so where it was chosen.
  const isTooLarge = rowsWithFile.length + done.length > 1 && bytes > MOST_ANSWER_BYTES
  const hasAnything = text.trim() !== '' || rowsWithFile.length > 0 || done.length > 0
  const confirm = () => {
    setConfirming(true)
    if (rowsWithFile.length === 0 || canUpload(rowsWithFile)) answer.mutate()
  }
  return (
    <FormDialog
      {...{ opened, size: 640, onClosed }}
      title={HOLD_META[hold.kind].title}
      confirm={sending ? texts.uploading : texts.sendAnswer}
      ready={hasAnything && !isTooLarge && !answer.isPending}
      dirty={hasAnything}
      closable={!answer.isPending}
      problem={answer.error}
      onConfirm={confirm}
      onClose={() => setOpened(false)}
    >
      <DialogDetails
        details={{
          Patient: personAndBirthOf(order),
          ...{ Asked: showDay(hold.heldAt), 'Answer by': showDate(hold.answerBy), Order: String(id) },
        }}
      />
      <p className={classes.question}>{hold.words || texts.noDetails}</p>
      <Textarea
        label={texts.yourAnswer}
        data-autofocus
        autosize
        minRows={4}
        maxRows={12}
        maxLength={MOST_TEXT}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        disabled={answer.isPending}
      />
      {configuration.flags.Document_Management && order.abilities.includes('addDocument') && (
        <RowList
          label={texts.documents}
          noun="document"
          value={rows}
          onChange={setRows}
          fresh={() => freshRow(newKey, { type: documentTypeOf(hold) })}
          disabled={answer.isPending}
        >
          {(row, index, change) => (
            <UploadRowFields
              row={row}
              problems={rowProblems(row, isConfirming && row.file !== null)}
              types={types}
              onChange={(part) => change(changed(row, part, newKey))}
              onFiles={(files) => setRows(withFiles(rows, index, files, newKey))}
              onCancel={() => cancel(row.key)}
              onRetry={confirm}
            />
          )}
        </RowList>
      )}
      <div role="status">
        {isTooLarge && <p className={classes.tooLarge}>{ANSWER_TOO_LARGE}</p>}
        {done.length > 0 && <p className={classes.arrived}>{texts.uploadedFiles(done.join(', '))}</p>}
      </div>
    </FormDialog>
  )
}

function documentTypeOf({ kind }: OrderHold) {
  if (kind === 'consent') return texts.consentForm
  return kind === 'authorization' ? texts.insuranceCard : texts.additionalClinicalInformation
}
