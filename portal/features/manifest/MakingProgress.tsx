import { Button, Progress } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { grouped } from '#domain/text/figures.ts'
import { TextLink } from '#portal/links/TextLink.tsx'
import { counted } from '#ui/counted.ts'
import { wordsFor } from '#ui/problem-words.ts'
import classes from './manifest.module.css'
import type { OpenManifest } from './open-manifest.ts'
import * as texts from './texts.ts'

/** How far the making of orders is, how it ended, and the way to them. */
export function MakingProgress({ manifest }: { manifest: OpenManifest }) {
  const { making } = manifest
  const run = useSyncExternalStore(making.subscribe, making.state)
  if (run.is === 'idle') return null
  const { as, made } = manifest.result()
  const submits = as !== 'draft'
  const many = (count: number) => grouped(count)
  const so = `${counted(made, 'order')} ${made === 1 ? 'was' : 'were'} ${submits ? 'submitted' : texts.savedAsDrafts}.`
  if (run.is === 'running')
    return (
      <div className={classes.progress}>
        <div className={classes.progressWords}>
          <span>
            {texts.progress(submits ? 'Submitting' : 'Saving', many(run.done), counted(run.total, 'order'))}
          </span>
          <Button variant="default" size="xs" onClick={making.stop}>
            {texts.stop}
          </Button>
        </div>
        <Progress value={(run.done / Math.max(1, run.total)) * 100} aria-label={texts.ordersMade} />
      </div>
    )
  const refused = run.done - made
  return (
    <div className={classes.news} data-kind={run.is} role={run.is === 'failed' ? 'alert' : 'status'}>
      <div>
        {run.is === 'failed' && <strong>{wordsFor(run.error).title} </strong>}
        {run.is === 'stopped' && <strong>{texts.stopped} </strong>}
        {so}
        {refused > 0 && texts.notOrdered(counted(refused, 'row'), refused === 1 ? 'is' : 'are')}{' '}
        {run.is !== 'done' && texts.notSentAgain}
        {made > 0 && (
          <TextLink
            to="/orders"
            search={{ status: submits ? 'en-route' : 'pending-submission', orderBy: 'orderDate', page: 1 }}
          >
            {submits ? texts.viewOrders : texts.viewDrafts}
          </TextLink>
        )}
      </div>
      {run.is === 'done' ? (
        <Button variant="default" size="xs" onClick={making.reset}>
          {texts.close}
        </Button>
      ) : (
        <Button variant="default" size="xs" onClick={() => void making.resume()}>
          {texts.continueRun}
        </Button>
      )}
    </div>
  )
}
