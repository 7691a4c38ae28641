import { Button, Progress } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { grouped } from '#domain/text/figures.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { counted } from '#ui/counted.ts'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './manifest.module.css'
import type { OpenManifest } from './open-manifest.ts'

/** How far the making of orders is, how it ended, and the way to them. */
export function MakingProgress({ manifest }: { manifest: OpenManifest }) {
  const { making } = manifest
  const run = useSyncExternalStore(making.subscribe, making.state)
  if (run.is === 'idle') return null
  const { as, made } = manifest.result()
  const submits = as === 'submit'
  const many = (count: number) => grouped(count)
  const so = `${counted(made, 'order')} ${made === 1 ? 'was' : 'were'} ${submits ? 'submitted' : 'saved as drafts'}.`
  if (run.is === 'running')
    return (
      <div className={classes.progress}>
        <div className={classes.progressWords}>
          <span>
            {submits ? 'Submitting' : 'Saving'}: {many(run.done)} of {counted(run.total, 'order')}
          </span>
          <Button variant="default" size="xs" onClick={making.stop}>
            Stop
          </Button>
        </div>
        <Progress value={(run.done / Math.max(1, run.total)) * 100} aria-label="Orders made" />
      </div>
    )
  const refused = run.done - made
  return (
    <div className={classes.news} data-kind={run.is} role={run.is === 'failed' ? 'alert' : 'status'}>
      <div>
        {run.is === 'failed' && <strong>{wordsFor(run.error).title} </strong>}
        {run.is === 'stopped' && <strong>Stopped. </strong>}
        {so}
        {refused > 0 &&
          ` ${counted(refused, 'row')} could not go ahead and ${refused === 1 ? 'is' : 'are'} to repair.`}{' '}
        {run.is !== 'done' && 'What was sent is not sent twice. '}
        {made > 0 && (
          <TextLink
            to="/orders"
            search={{ status: submits ? 'en-route' : 'pending-submission', orderBy: 'orderDate', page: 1 }}
          >
            {submits ? 'See the orders' : 'See the drafts'}
          </TextLink>
        )}
      </div>
      {run.is === 'done' ? (
        <Button variant="default" size="xs" onClick={making.reset}>
          Close
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={() => void making.resume()}>
          Continue
        </Button>
      )}
    </div>
  )
}
