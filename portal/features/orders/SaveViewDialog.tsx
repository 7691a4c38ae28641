import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { SavedView } from '#contract/saved-views.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import * as texts from './texts.ts'
import { useViewsChange, viewNamed } from './use-views.ts'

interface SaveViewDialogProps {
  opened: boolean
  /** The list as its address has it. */
  search: string
  views: readonly SavedView[]
  onClose: () => void
}

/** Keeps the list that is shown under a name. One of that name is replaced only by the button that says so. */
export function SaveViewDialog({ opened, search, views, onClose }: SaveViewDialogProps) {
  const [name, setName] = useState('')
  const existingView = viewNamed(views, name)
  const change = useViewsChange(() => {
    notifySuccess(texts.viewSaved(name.trim()))
    close()
  })
  const close = () => {
    change.reset()
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      title={texts.saveView}
      confirm={existingView ? texts.replaceView : texts.saveView}
      ready={name.trim() !== ''}
      dirty={name !== ''}
      busy={change.isPending}
      problem={change.error}
      onConfirm={() =>
        change.mutate((of, id) =>
          of.saveView({ params: { id, name: name.trim() }, body: { search, replace: !!existingView } }),
        )
      }
      onClose={close}
      onClosed={() => setName('')}
    >
      <TextInput
        label={texts.name}
        description={texts.viewHint}
        aria-required
        autoComplete="off"
        maxLength={60}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {existingView && <p role="status">{texts.viewReplaces(existingView.name)}</p>}
    </FormDialog>
  )
}
