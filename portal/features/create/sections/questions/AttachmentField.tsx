import { ActionIcon, Button, FileButton, Input, Progress, Text } from '@mantine/core'
import { IconUpload, IconX } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { FILE_TOO_LARGE, MOST_FILE_BYTES } from '#domain/documents/upload-rules.ts'
import { uploadDocument } from '#portal/files/upload.ts'
import { useSession } from '#portal/session/session.ts'
import { wordsFor } from '#ui/problem-words.ts'
import { useOrderForm } from '../../draft/form-context.ts'
import { FieldLabel } from '../../fields/FieldLabel.tsx'
import classes from '../fields.module.css'
import * as texts from './texts.ts'
import { type AskedQuestion, useAnswer } from './use-answer.ts'

/** What an attached answer's file is among the order's documents. */
const TYPE = 'Other'

/** A question answered by a file: it goes to the order's documents, and with the order to the laboratory. */
export function AttachmentField({ asked }: { asked: AskedQuestion }) {
  const { item } = asked
  const { path, values, set, input } = useAnswer(asked)
  const { flags } = useSession().configuration
  const { upload, uploading, problem } = useUpload(item.text)
  const labelId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: the question names it
    <div role="group" aria-labelledby={labelId} data-path={path}>
      <Input.Label id={labelId} component="div" labelElement="div">
        <FieldLabel path={path} optional={!item.required} words={item.text} />
      </Input.Label>
      {values.length > 0 && (
        <ul className={classes.rows}>
          {values.map(({ value, documentId }) => (
            <li key={documentId ?? value} className={classes.row}>
              <div className={classes.grow}>{value}</div>
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={texts.removeFile(value)}
                onClick={() => set(values.filter((one) => one.documentId !== documentId))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {uploading && (
        <div role="status">
          <Text size="sm">{texts.uploading(uploading.name)}</Text>
          <Progress value={uploading.share * 100} aria-label={texts.uploading(uploading.name)} />
        </div>
      )}
      {(problem !== '' || input.error) && (
        <Input.Error role="alert">{problem === '' ? input.error : problem}</Input.Error>
      )}
      {flags.Document_Management ? (
        (values.length === 0 || item.repeats) && (
          <FileButton
            onChange={(file) =>
              void upload(file, (value) => set([...values.filter(() => item.repeats), value]))
            }
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="xs"
                mt="xs"
                leftSection={<IconUpload size={14} aria-hidden />}
                disabled={uploading !== null}
                aria-label={texts.attachFor(item.text)}
              >
                {values.length === 0 ? texts.attach : texts.attachAnother}
              </Button>
            )}
          </FileButton>
        )
      ) : (
        <Text size="sm">{texts.notOffered}</Text>
      )}
    </div>
  )
}

/** Uploads a file to the draft, which is saved first where it is new. */
function useUpload(description: string) {
  const form = useOrderForm()
  const [uploading, setUploading] = useState<{ name: string; share: number } | null>(null)
  const [problem, setProblem] = useState('')

  async function upload(
    file: File | null,
    onUploaded: (value: { value: string; documentId: number }) => void,
  ): Promise<void> {
    setProblem('')
    if (!file) return
    const { name } = file
    if (file.size > MOST_FILE_BYTES) return setProblem(FILE_TOO_LARGE)
    setUploading({ name, share: 0 })
    try {
      const saved = await form.autosave.insist()
      const orderId = form.orderId()
      if (!saved || orderId === undefined) return setProblem(texts.notSaved)
      const stored = await uploadDocument(
        {
          ...{ hospital: form.hospitalCode, orderId, uploadKey: crypto.randomUUID(), type: TYPE, file },
          description: description.slice(0, 300),
        },
        (share) => setUploading({ name, share }),
        new AbortController().signal,
      )
      onUploaded({ value: stored.filename, documentId: stored.id })
    } catch (error) {
      const { title, detail } = wordsFor(error)
      setProblem(detail === '' ? title : `${title} ${detail}`)
    } finally {
      setUploading(null)
    }
  }

  return { upload, uploading, problem }
}
