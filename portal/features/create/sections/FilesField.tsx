import { ActionIcon, Input, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import type { OrderFile } from '#contract/documents.ts'
import { useSession } from '#portal/session/session.ts'
import classes from './fields.module.css'
import * as texts from './texts.ts'
import { UploadFiles } from './UploadFiles.tsx'
import { useRemoval } from './use-removal.ts'
import { type Uploaded, useUpload } from './use-upload.ts'

interface FilesFieldProps {
  path: string
  label: ReactNode
  /** What the files are for, in words: the description of each among the order's documents. */
  words: string
  type: OrderFile['type']
  files: readonly { documentId?: number | undefined; name: string }[]
  error: ReactNode
  /** Further files may be added to the first. */
  isSeveral?: boolean
  onAdd: (file: Uploaded) => void
  onRemove: (documentId: number | undefined) => void
}

/** Files of a field: they are uploaded to the order's documents, and go to the laboratory with the order. */
export function FilesField(props: FilesFieldProps) {
  const { path, words, type, files, error, isSeveral = false } = props
  const { flags } = useSession().configuration
  const { upload, uploading, problem } = useUpload(type, words)
  const removal = useRemoval()
  const labelId = useId()
  const button = files.length === 0 ? texts.attach : texts.attachAnother
  // The files may have changed while one was uploaded or removed.
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const remove = (documentId: number | undefined) =>
    removal.remove(documentId === undefined ? [] : [documentId], () => latest.current.onRemove(documentId))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the field's label names it
    <div role="group" aria-labelledby={labelId} data-path={path}>
      <Input.Label id={labelId} component="div" labelElement="div">
        {props.label}
      </Input.Label>
      {files.length > 0 && (
        <ul className={classes.rows}>
          {files.map(({ name, documentId }) => (
            <li key={documentId ?? name} className={classes.row}>
              <div className={classes.grow}>{name}</div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeFileNamed(name)}
                disabled={removal.removing}
                onClick={() => void remove(documentId)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {flags.Document_Management ? (
        <UploadFiles
          uploading={uploading}
          problem={removal.problem || problem}
          error={error}
          name={texts.attachFor(button, words)}
          words={files.length === 0 || isSeveral ? button : undefined}
          onFiles={(chosen) => void upload(chosen, (uploaded) => latest.current.onAdd(uploaded))}
        />
      ) : (
        <>
          {error && <Input.Error role="alert">{error}</Input.Error>}
          <Text size="sm">{texts.filesNotOffered}</Text>
        </>
      )}
    </div>
  )
}
