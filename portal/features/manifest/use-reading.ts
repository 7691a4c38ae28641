import { useEffect, useRef, useState } from 'react'
import { report } from '#portal/log.ts'
import type { Rules } from './judge.ts'
import { readInWorker } from './read-in-worker.ts'
import { toSheetRow } from './sheet.ts'
import type { SheetRow } from './states.ts'

/** More is no manifest of 10,000 rows. */
const MOST_BYTES = 50 * 1024 * 1024

export interface ReadingState {
  filename: string
  read: number
  /** Null until the rows have been counted. */
  total: number | null
}

/** Reads one file at a time; `done` gets its rows, as the local rules judge them. */
export function useReading(done: (filename: string, ignored: string[], rows: SheetRow[]) => void) {
  const [state, setState] = useState<ReadingState | null>(null)
  const [refused, setRefused] = useState('')
  const stop = useRef<() => void>(() => undefined)
  const finish = useRef(done)
  finish.current = done
  useEffect(() => () => stop.current(), [])

  function fail(words: string) {
    setState(null)
    setRefused(words)
  }
  async function read(file: File, rules: Rules) {
    stop.current()
    setRefused('')
    if (file.size > MOST_BYTES) return fail(`${file.name} is larger than 50 MB. Split it into several files.`)
    setState({ filename: file.name, read: 0, total: null })
    let given = false
    stop.current = () => {
      given = true
    }
    const bytes = await file.arrayBuffer().catch(() => null)
    if (given) return
    if (bytes === null) return fail(`${file.name} can’t be read. Choose it again.`)
    const rows: SheetRow[] = []
    let ignored: string[] = []
    stop.current = readInWorker(
      { bytes: new Uint8Array(bytes), rules },
      (message) => {
        if (message.kind === 'refused') fail(message.words)
        if (message.kind === 'begun') {
          ignored = message.ignored
          setState({ filename: file.name, read: 0, total: message.total })
        }
        if (message.kind === 'rows') {
          rows.push(...message.rows.map(toSheetRow))
          setState((before) => before && { ...before, read: rows.length })
        }
        if (message.kind === 'end') finish.current(file.name, ignored, rows)
      },
      (error) => {
        report('error', 'A manifest could not be read', error)
        fail('The file could not be read. Reload the page and try again.')
      },
    )
  }
  function cancel() {
    stop.current()
    setState(null)
  }
  return { state, refused, read: (file: File, rules: Rules) => void read(file, rules), cancel }
}
export type FileReading = ReturnType<typeof useReading>
