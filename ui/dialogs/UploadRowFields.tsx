import { Button, FileButton, Input, Progress, TextInput } from '@mantine/core'
import { IconPaperclip } from '@tabler/icons-react'
import { useId } from 'react'
import { NO_FILE, type RowProblems } from '#domain/documents/upload-rules.ts'
import { showBytes } from '../bytes.ts'
import { DocumentTypeSelect } from '../fields/LookupSelects.tsx'
import { FIRST_FIELD } from '../fields/RowList.tsx'
import { wordsFor } from '../problem-words.ts'
import classes from './dialogs.module.css'
import type { UploadRow } from './upload-rows.ts'

interface UploadRowFieldsProps {
  /** The server's current document types; left out, all of them. */
  types?: readonly string[] | undefined
  row: UploadRow
  problems: RowProblems
  onChange: (part: Partial<UploadRow>) => void
  /** Several files may be selected together. */
  onFiles: (files: File[]) => void
  onCancel: () => void
  onRetry: () => void
}

/** One document: its type, description, file, and upload progress. */
export function UploadRowFields({
  row,
  problems,
  types,
  onChange,
  onFiles,
  onCancel,
  onRetry,
}: UploadRowFieldsProps) {
  const id = useId()
  const { state, file } = row
  const sending = state.is === 'sending'
  return (
    <div className={classes.document}>
      <DocumentTypeSelect
        {...FIRST_FIELD}
        aria-required
        value={row.type}
        names={types}
        onChange={(type) => onChange({ type })}
        error={problems.type}
        disabled={sending}
      />
      <TextInput
        label="Description"
        maxLength={300}
        autoComplete="off"
        value={row.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        disabled={sending}
      />
      <div className={classes.file}>
        <FileButton multiple onChange={onFiles} disabled={sending}>
          {(button) => (
            <Button
              {...button}
              variant="default"
              leftSection={<IconPaperclip size={16} aria-hidden />}
              disabled={sending}
              aria-describedby={id}
            >
              {file ? 'Change file' : 'Choose file'}
            </Button>
          )}
        </FileButton>
        <div id={id} className={classes.fileWords}>
          {file ? (
            <>
              <span className={classes.fileName}>{file.name}</span> <span>{showBytes(file.size)}</span>
            </>
          ) : (
            !problems.file && <span>{NO_FILE}</span>
          )}
          {problems.file && <Input.Error role="alert">{problems.file}</Input.Error>}
        </div>
      </div>
      {sending && (
        <div className={classes.state}>
          <Progress
            className={classes.progress}
            value={state.part * 100}
            aria-label={`Uploading ${file?.name ?? ''}`}
          />
          {state.part === 1 && (
            <span role="status" className={classes.fileWords}>
              Checking the file…
            </span>
          )}
          {!state.mayBeStored && (
            <Button variant="subtle" size="compact-sm" onClick={onCancel}>
              Cancel
            </Button>
          )}
        </div>
      )}
      {state.is === 'stopped' && <Again words="Cancelled." onRetry={onRetry} />}
      {state.is === 'failed' && <Again words={refusal(state.problem)} onRetry={onRetry} failed />}
    </div>
  )
}

function refusal(problem: unknown): string {
  const { title, detail } = wordsFor(problem)
  return detail === '' ? title : `${title} ${detail}`
}

function Again({ words, onRetry, failed = false }: { words: string; onRetry: () => void; failed?: boolean }) {
  return (
    <div className={classes.state}>
      <span role={failed ? 'alert' : 'status'} className={failed ? classes.failed : classes.fileWords}>
        {words}
      </span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
