import { ActionIcon, Button, Group, Modal, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { SavedView } from '#contract/saved-views.ts'
import { Refusal } from '#ui/dialogs/Refusal.tsx'
import classes from './manage-views.module.css'
import * as texts from './texts.ts'
import { useViewsChange } from './use-views.ts'

interface ManageViewsDialogProps {
  opened: boolean
  views: readonly SavedView[]
  onClose: () => void
}

/** The kept lists, to be renamed or deleted one by one. */
export function ManageViewsDialog({ opened, views, onClose }: ManageViewsDialogProps) {
  const [doing, setDoing] = useState<{ name: string; what: 'rename' | 'delete'; to: string } | null>(null)
  const change = useViewsChange(() => setDoing(null))
  const begin = (name: string, what: 'rename' | 'delete') => {
    change.reset()
    setDoing({ name, what, to: name })
  }
  const close = () => {
    change.reset()
    setDoing(null)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={texts.yourViews}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {views.length === 0 && <p>{texts.noSavedViews}</p>}
      <ul className={classes.list}>
        {views.map(({ name }) => (
          <li key={name} className={classes.row}>
            {doing?.name === name && doing.what === 'rename' ? (
              <form
                className={classes.rename}
                onSubmit={(event) => {
                  event.preventDefault()
                  if (doing.to.trim() === '' || change.isPending) return
                  change.mutate((of, id) => of.renameView({ params: { id, name }, body: { name: doing.to } }))
                }}
              >
                <TextInput
                  className={classes.name}
                  aria-label={texts.newNameFor(name)}
                  maxLength={60}
                  data-autofocus
                  autoFocus
                  value={doing.to}
                  onChange={(event) => setDoing({ ...doing, to: event.currentTarget.value })}
                />
                <Button type="submit" loading={change.isPending} disabled={doing.to.trim() === ''}>
                  {texts.rename}
                </Button>
              </form>
            ) : doing?.name === name ? (
              <Group className={classes.rename} gap="xs">
                <span className={classes.name}>{texts.confirmDelete(name)}</span>
                <Button variant="default" data-autofocus onClick={() => setDoing(null)}>
                  {texts.keep}
                </Button>
                <Button
                  color="red"
                  loading={change.isPending}
                  onClick={() => change.mutate((of, id) => of.removeView({ params: { id, name } }))}
                >
                  {texts.deleteView}
                </Button>
              </Group>
            ) : (
              <>
                <span className={classes.name}>{name}</span>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.renameNamed(name)}
                  onClick={() => begin(name, 'rename')}
                >
                  <IconPencil size={18} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={texts.deleteNamed(name)}
                  onClick={() => begin(name, 'delete')}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </>
            )}
          </li>
        ))}
      </ul>
      <Refusal problem={change.error} />
    </Modal>
  )
}
