import { Alert, Anchor, List } from '@mantine/core'
import { useEffect, useState } from 'react'
import { onDraftUpdate } from '#portal/session/updates.ts'
import { showInstant } from '#ui/dates.ts'
import type { Change } from './draft/changes.ts'
import { useClosed, useFormState, useOrderForm } from './draft/form-context.ts'
import { fieldOf } from './draft/points.ts'
import { focusField } from './focus-field.ts'
import { overlapName } from './panel/overlap-words.ts'
import * as texts from './texts.ts'
import { useSavedOrder } from './use-order.ts'

/** Keeps the form at what others save meanwhile; not while it is being submitted, when the answer says it. */
export function useOthers(busy: boolean): void {
  const { autosave } = useOrderForm()
  const order = useSavedOrder()
  const [latestVersion, setLatestVersion] = useState(0)
  useEffect(
    () =>
      onDraftUpdate(({ orderId, version }) => {
        if (orderId === autosave.saved()?.id) setLatestVersion(version)
      }),
    [autosave],
  )
  const isOver = order !== undefined && order.state !== 'draft'
  const version = Math.max(order?.version ?? 0, latestVersion)
  useEffect(() => {
    if (busy || version === 0) return
    void autosave.catchUp({ version, isOver })
  }, [autosave, version, isOver, busy])
}

/** What somebody else changed while the form was open, each a way to its field, where it is marked. */
export function OthersNotice() {
  const form = useOrderForm()
  const closed = useClosed()
  const others = useFormState((state) => state.others)
  useEffect(() => {
    if (!others) return
    const marked = others.changes.map(mark).filter((element) => element !== null)
    return () => {
      for (const element of marked) element.removeAttribute('data-changed')
    }
  }, [others])
  if (!others || closed) return null
  return (
    <Alert
      color="brand"
      role="status"
      title={texts.changedBy(others.by, showInstant(others.at))}
      withCloseButton
      closeButtonLabel={texts.close}
      onClose={form.seenOthers}
    >
      <List size="sm" listStyleType="none" spacing={4}>
        {others.changes.map((change) => (
          <List.Item key={change.path}>
            <ChangeLink change={change} />
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}

function ChangeLink({ change }: { change: Change }) {
  const name = useFormState((state) => overlapName(change.path, state))
  return (
    <Anchor component="button" type="button" size="sm" ta="left" onClick={() => focusField(change.pointer)}>
      {name}
    </Anchor>
  )
}

/** Marks the field on the page that shows a change; null where none does. */
function mark({ pointer }: Change): Element | null {
  const fields = [...document.querySelectorAll<HTMLElement>('form [data-path]')]
  const name = fieldOf(
    pointer,
    fields.map((field) => field.dataset.path ?? ''),
  )
  const field = fields.find((one) => one.dataset.path === name)
  const element = field?.closest('.mantine-InputWrapper-root') ?? field ?? null
  element?.setAttribute('data-changed', '')
  return element
}
