import { Button, Progress } from '@mantine/core'
import { IconFileUpload } from '@tabler/icons-react'
import { useId, useRef, useState } from 'react'
import { grouped } from '#domain/text/figures.ts'
import classes from './manifest.module.css'
import * as texts from './texts.ts'
import type { FileReading } from './use-reading.ts'

/** Where the file is dropped or chosen, and how far it has been read. */
export function FileDrop({ reading, onFile }: { reading: FileReading; onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const id = useId()
  if (reading.state) return <ReadingProgress state={reading.state} onCancel={reading.cancel} />
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button inside does the same */}
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-refused={reading.refused !== '' || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const [file] = event.dataTransfer.files
          if (file) onFile(file)
        }}
      >
        <IconFileUpload size={28} stroke={1.5} aria-hidden />
        <p>{texts.dropFile}</p>
        <Button
          onClick={() => input.current?.click()}
          {...(reading.refused ? { 'aria-describedby': id } : {})}
        >
          {texts.chooseFile}
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.txt,.tsv,text/csv"
          aria-label={texts.manifestFile}
          hidden
          onChange={(event) => {
            const [file] = event.currentTarget.files ?? []
            event.currentTarget.value = ''
            if (file) onFile(file)
          }}
        />
      </div>
      <div role="alert" id={id} className={classes.refused}>
        {reading.refused}
      </div>
    </>
  )
}

function ReadingProgress({
  state,
  onCancel,
}: {
  state: NonNullable<FileReading['state']>
  onCancel: () => void
}) {
  const { filename, read, total } = state
  const words =
    total === null ? texts.readingFile(filename) : texts.checkingRow(grouped(read), grouped(total))
  return (
    <div className={classes.progress}>
      <div className={classes.progressWords}>
        <span>{words}</span>
        <Button variant="default" size="xs" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
      <Progress value={total === null ? 0 : (read / total) * 100} aria-label={words} />
    </div>
  )
}
