import { Button, Group, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFirst } from './use-first.ts'

interface ConfirmDialogProps {
  opened: boolean
  title: string
  children: ReactNode
  /** What happens, on the button that does it: 'Discard draft'. */
  confirm: string
  /** The way back; 'Close' unless said otherwise. */
  cancel?: string
  danger?: boolean
  busy?: boolean
  onConfirm: () => void
  onClose: () => void
}

/** A decision in a dialog. Escape and the backdrop mean no; while it is being done it cannot be closed. */
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
