import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFirst } from './use-first.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  children: ReactNode
  /** The confirm button's label, a verb: 'Discard draft'. */
  confirm: string
  /** The cancel button's label; default 'Close'. */
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A confirmation dialog. Escape and the backdrop mean no; it cannot be closed while the action runs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, title, children, confirm, cancel = 'Close', danger = false, busy = false } = props
  const isFirst = useFirst(null)
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={title}
      closeOnEscape={!busy}
      closeOnClickOutside={!busy}
      withCloseButton={false}
      centered
    >
      {children}
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={props.onClose} disabled={busy} data-autofocus>
          {cancel}
        </Button>
        <Button
          onClick={(event) => isFirst(event) && props.onConfirm()}
          loading={busy}
          {...(danger ? { color: 'red' } : {})}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  )
}
