import { Anchor, Text, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { showAgo } from '#ui/dates.ts'
import type { SaveStatus } from '../draft/autosave.ts'
import { useOrderForm, useSaveStatus } from '../draft/form-context.ts'
import * as texts from './texts.ts'

/** What is said aloud: a change of the state, and not every second that passes. */
function announcementOf(status: SaveStatus): string {
  if (status.kind === 'saved') return texts.saved
  if (status.kind === 'failed') return texts.notSaved(reasonOf(status))
  return ''
}

function reasonOf({ problem, again }: Extract<SaveStatus, { kind: 'failed' }>): string {
  if (problem.code === 'not-signed-in') return 'your session has ended. Sign in again.'
  if (again) return 'the portal can’t be reached. Retrying automatically.'
  return problem.errors?.[0]?.message ?? problem.detail ?? problem.title
}

/** 'Saved 2 s ago', 'Saving…', or why not and a way to try again; while it is submitted over a bad line, that. */
export function SaveState({ retrying }: { retrying: boolean }) {
  const status = useSaveStatus()
  if (retrying)
    return (
      <Text size="sm" c="red" role="status">
        {texts.retryingSubmission}
      </Text>
    )
  return (
    <>
      <VisuallyHidden role="status">{announcementOf(status)}</VisuallyHidden>
      <Text size="sm" c="dimmed" component="div" aria-hidden={status.kind === 'saved' || undefined}>
        <Words status={status} />
      </Text>
    </>
  )
}

function Words({ status }: { status: SaveStatus }) {
  const { autosave } = useOrderForm()
  const orderId = autosave.saved()?.id
  switch (status.kind) {
    case 'untouched':
      return null
    case 'unsaved':
    case 'saving':
      return texts.saving
    case 'saved':
      return <SavedAgo at={status.at} />
    case 'failed':
      return (
        <Text size="sm" c="red" component="span">
          {texts.notSaved(reasonOf(status))}{' '}
          <Anchor component="button" type="button" size="sm" onClick={() => void autosave.flush()}>
            {texts.tryAgain}
          </Anchor>
        </Text>
      )
    case 'conflict':
      return texts.notSavedConflict(status.remote.updatedBy)
    case 'closed':
      if (status.why === 'finished') return null
      return status.why === 'submitted' && orderId !== undefined ? (
        <>
          {texts.notSavedSubmitted}{' '}
          <Link to="/order/details/$id" params={{ id: String(orderId) }}>
            {texts.openOrder}
          </Link>
        </>
      ) : (
        texts.notSavedDiscarded
      )
  }
}

function SavedAgo({ at }: { at: number | null }) {
  const [now, setNow] = useState(() => new Date())
  // No words change more often: seconds are told for a minute.
  const pace = at !== null && now.getTime() - at < 60_000 ? 1000 : 15_000
  useInterval(() => setNow(new Date()), pace, { autoInvoke: true })
  if (at === null) return texts.saved
  return texts.savedAgo(showAgo(new Date(at).toISOString(), now))
}
