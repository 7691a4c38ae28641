import { Button, Progress } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { grouped } from '#domain/text/figures.ts'
import { counted } from '#ui/counted.ts'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './manifest.module.css'
import type { Run } from './run.ts'
import type { SheetRow } from './states.ts'
import * as texts from './texts.ts'

/** An edit or an undo checks few rows again, and is answered before its progress could be read. */
const FEW = 20

/** How far the server's own check is: who was ordered for before, and what the NPI registry says. */
export function CheckProgress({ run, uncheckedCount }: { run: Run<SheetRow>; uncheckedCount: number }) {
  const { is, done, total, error } = useSyncExternalStore(run.subscribe, run.state)
  if (uncheckedCount === 0 || is === 'idle' || is === 'done') return null
  // Coming and going within a moment, it would move what is below it from under the pointer.
  if (is === 'running' && total <= FEW) return null
  const many = (count: number) => grouped(count)
  const words: Record<typeof is & ('running' | 'stopped' | 'failed'), string> = {
    running: texts.checking(many(done), counted(total, 'row')),
    stopped: texts.checkStopped(counted(uncheckedCount, 'row')),
    failed: texts.checkFailed(wordsFor(error).title, counted(uncheckedCount, 'row')),
  }
  return (
    <div className={classes.progress}>
      <div className={classes.progressWords}>
        <span role={is === 'failed' ? 'alert' : undefined}>{words[is]}</span>
        {is === 'running' ? (
          <Button variant="default" size="xs" onClick={run.stop}>
            {texts.stopCheck}
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={() => void run.resume()}>
            {texts.continueCheck}
          </Button>
        )}
      </div>
      <Progress value={(done / Math.max(1, total)) * 100} aria-label={texts.rowsChecked} />
    </div>
  )
}
