import { Button, Progress } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { grouped } from '#domain/text/figures.ts'
import { counted } from '#ui/counted.ts'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './manifest.module.css'
import type { Run } from './run.ts'
import type { SheetRow } from './states.ts'

/** How far the server's own check is: who was ordered for before, and what the NPI registry says. */
export function CheckProgress({ run, uncheckedCount }: { run: Run<SheetRow>; uncheckedCount: number }) {
  const { is, done, total, error } = useSyncExternalStore(run.subscribe, run.state)
  if (uncheckedCount === 0 || is === 'idle' || is === 'done') return null
  const many = (count: number) => grouped(count)
  const words: Record<typeof is & ('running' | 'stopped' | 'failed'), string> = {
    running: `Comparing with earlier orders and the NPI registry: ${many(done)} of ${counted(total, 'row')}. You can repair rows meanwhile.`,
    stopped: `The check was stopped: ${counted(uncheckedCount, 'row')} not checked yet.`,
    failed: `The check broke off: ${wordsFor(error).title} ${counted(uncheckedCount, 'row')} not checked yet.`,
  }
  return (
    <div className={classes.progress}>
      <div className={classes.progressWords}>
        <span role={is === 'failed' ? 'alert' : undefined}>{words[is]}</span>
        {is === 'running' ? (
          <Button variant="default" size="xs" onClick={run.stop}>
            Stop the check
          </Button>
        ) : (
          <Button variant="default" size="xs" onClick={() => void run.resume()}>
            Continue the check
          </Button>
        )}
      </div>
      <Progress value={(done / Math.max(1, total)) * 100} aria-label="Rows checked" />
    </div>
  )
}
