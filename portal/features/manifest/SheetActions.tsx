import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { counted } from '#ui/counted.ts'
import { annotatedChunks } from './annotated-file.ts'
import type { OpenManifest } from './open-manifest.ts'
import { saveText } from './save-text.ts'
import * as texts from './texts.ts'
import { yieldToPage } from './wait.ts'

/** Back to the first step; asks where rows would be lost. */
export function StartOver(props: { open: number; disabled: boolean; onForget: () => void }) {
  const [isConfirming, setConfirming] = useState(false)
  return (
    <>
      <Button
        variant="default"
        disabled={props.disabled}
        onClick={() => (props.open > 0 ? setConfirming(true) : props.onForget())}
      >
        {texts.chooseAnotherFile}
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title={texts.closeThisFile}
        confirm={texts.closeFile}
        cancel={texts.stayOnThisPage}
        danger
        onConfirm={props.onForget}
        onClose={() => setConfirming(false)}
      >
        <p>{texts.closeFileWarning(counted(props.open, 'row'), props.open === 1 ? 'has' : 'have')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Every row with what became of it, to be repaired in a spreadsheet or kept. */
export function DownloadAnnotated({ manifest }: { manifest: OpenManifest }) {
  const [writing, setWriting] = useState(false)
  async function download() {
    setWriting(true)
    const chunks: string[] = []
    for (const chunk of annotatedChunks(manifest.sheet)) {
      chunks.push(chunk)
      await yieldToPage()
    }
    saveText(chunks, `${manifest.head.filename.replace(/\.\w+$/, '')}-annotated.csv`)
    setWriting(false)
  }
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={writing}
      onClick={() => void download()}
    >
      {texts.downloadAnnotatedFile}
    </Button>
  )
}
