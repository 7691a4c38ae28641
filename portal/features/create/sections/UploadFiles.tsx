import { Button, FileButton, Input, Progress, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import * as texts from './texts.ts'
import type { useUpload } from './use-upload.ts'

interface UploadFilesProps extends Pick<ReturnType<typeof useUpload>, 'uploading' | 'problem'> {
  /** The button's words; left out while no further file can be added. */
  words: string | undefined
  /** What the button is called if its words alone do not say what for. */
  name?: string
  accept?: string
  isSeveral?: boolean
  /** What is wrong with the field, if the upload itself has no problem. */
  error?: ReactNode
  ref?: Ref<HTMLButtonElement>
  onFiles: (files: readonly File[]) => void
}

/** The button that uploads files, how far the upload is, and what went wrong. */
export function UploadFiles(props: UploadFilesProps) {
  const { uploading, problem, words, name, accept, isSeveral = false, error, ref, onFiles } = props
  return (
    <>
      {uploading && (
        <div role="status">
          <Text size="sm">{texts.uploading(uploading.name)}</Text>
          <Progress value={uploading.share * 100} aria-label={texts.uploadProgress(uploading.name)} />
        </div>
      )}
      {(problem !== '' || error) && (
        <Input.Error role="alert">{problem === '' ? error : problem}</Input.Error>
      )}
      {words !== undefined && (
        <FileButton
          multiple={isSeveral}
          {...(accept === undefined ? {} : { accept })}
          onChange={(chosen) => onFiles([chosen ?? []].flat())}
        >
          {(button) => (
            <Button
              {...button}
              ref={ref}
              variant="default"
              size="xs"
              mt="xs"
              leftSection={<IconUpload size={14} aria-hidden />}
              disabled={uploading !== null}
              {...(name === undefined ? {} : { 'aria-label': name })}
            >
              {words}
            </Button>
          )}
        </FileButton>
      )}
    </>
  )
}
