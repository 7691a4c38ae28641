import { useEffect, useState } from 'react'
import { canPressUpload, canUpload, rowProblems } from '#domain/documents/upload-rules.ts'
import { counted } from '../counted.ts'
import { showDate } from '../dates.ts'
import { RowList } from '../fields/RowList.tsx'
import { DialogDetails } from './DialogDetails.tsx'
import classes from './dialogs.module.css'
import { FormDialog } from './FormDialog.tsx'
import { UploadRowFields } from './UploadRowFields.tsx'
import { addDroppedFiles, changed, freshRow, withFiles } from './upload-rows.ts'
import { newKey, type Upload, useUploads } from './use-uploads.ts'

interface UploadDialogProps {
  opened: boolean
  /** The order's details; '' if not known yet. */
  order: { patientName: string; dateOfBirth: string; labNumber: string; testName: string }
  /** The server's current document types. */
  types?: readonly string[] | undefined
  upload: Upload
  /** Called when all documents are uploaded, with their number. */
  onUploaded: (count: number) => void
  /** Also called if only some were uploaded. */
  onClose: () => void
}

/** Adds documents to an order (specification §2, §5, Upload dialog). */
export function UploadDialog({ opened, order, types, upload, onUploaded, onClose }: UploadDialogProps) {
  const { rows, setRows, done, send, cancel, forget } = useUploads(upload)
  const [isConfirming, setConfirming] = useState(false)
  const [over, setOver] = useState(false)
  const sending = rows.some(({ state }) => state.is === 'sending')
  const all = opened && rows.length === 0 && done.length > 0
  // Reports once, even if the function changes.
  useEffect(() => {
    if (all) onUploaded(done.length)
  }, [all])

  const confirm = () => {
    setConfirming(true)
    if (canUpload(rows)) void send(rows)
  }

  return (
    <FormDialog
      opened={opened}
      title="Upload documents"
      size={760}
      confirm={sending ? 'Uploading…' : 'Upload'}
      ready={!sending && canPressUpload(rows)}
      dirty={rows.some(({ file, description }) => file !== null || description !== '')}
      closable={!sending}
      onConfirm={confirm}
      onClose={onClose}
      onClosed={() => {
        forget()
        setConfirming(false)
      }}
    >
      <DialogDetails
        details={{
          Name: order.patientName || 'Not known yet',
          'Date of birth': showDate(order.dateOfBirth) || 'Not known yet',
          'Lab number': order.labNumber || 'Not assigned yet',
          'Test name': order.testName || 'Not chosen yet',
        }}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the buttons inside do the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(!sending)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          if (!sending) setRows(addDroppedFiles(rows, [...event.dataTransfer.files], newKey))
        }}
      >
        <RowList
          label="Documents"
          labelHidden
          noun="document"
          value={rows}
          onChange={setRows}
          fresh={() => freshRow(newKey)}
          most={20}
          disabled={sending}
        >
          {(row, index, change) => (
            <UploadRowFields
              row={row}
              problems={rowProblems(row, isConfirming)}
              types={types}
              onChange={(part) => change(changed(row, part, newKey))}
              onFiles={(files) => setRows(withFiles(rows, index, files, newKey))}
              onCancel={() => cancel(row.key)}
              onRetry={() => canUpload([row]) && void send([row])}
            />
          )}
        </RowList>
        <p className={classes.hint}>You can also drop files here: up to 20 MB each.</p>
        <div role="status">
          {done.length > 0 && (
            <p className={classes.done}>
              {counted(done.length, 'document')} uploaded: {done.join(', ')}
            </p>
          )}
        </div>
      </div>
    </FormDialog>
  )
}
