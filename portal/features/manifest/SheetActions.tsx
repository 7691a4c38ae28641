import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { counted } from '#ui/counted.ts'
import { annotatedChunks } from './annotated-file.ts'
import type { OpenManifest } from './open-manifest.ts'
import { saveText } from './save-text.ts'
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
        Choose another file
      </Button>
      <ConfirmDialog
        opened={isConfirming}
        title="Put this file away?"
        confirm="Put it away"
        cancel="Stay with it"
        danger
        onConfirm={props.onForget}
        onClose={() => setConfirming(false)}
      >
        <p>
          {counted(props.open, 'row')} of it {props.open === 1 ? 'has' : 'have'} no order yet. What you
          repaired here would be lost: download the annotated file first if you want to go on with it later.
        </p>
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
      Download the annotated file
    </Button>
  )
}
