import { Button, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useFirst } from '../use-first.ts'
import classes from './dialogs.module.css'
import { Refusal } from './Refusal.tsx'

interface FormDialogProps {
  opened: boolean
  title: string
  children: ReactNode
  /** What happens, on the button that does it: 'Save tracking number'. */
  confirm: string
  /** The way back; 'Close' unless said otherwise. */
  cancel?: string
  /** Whether it can be confirmed. */
  ready: boolean
  /** Something was typed, which Escape and the backdrop must not lose. */
  dirty: boolean
  /** While it is being done, nothing can be changed or closed. */
  busy?: boolean
  /** Whether the dialog can be left; not while it is busy, unless said otherwise. */
  closable?: boolean
  danger?: boolean
  /** What was thrown when it was refused; shown inside, with everything that was typed still there. */
  problem?: unknown
  size?: string | number
  onConfirm: () => void
  onClose: () => void
  /** Once it is out of sight: the time to forget what was typed. */
  onClosed?: () => void
}

/** A small form in a dialog. Enter in a line of text confirms. */
export function FormDialog(props: FormDialogProps) {
  const { cancel = 'Close', ready, dirty, busy = false, closable = !busy, danger = false } = props
  const isFirst = useFirst(props.problem)
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      onExitTransitionEnd={() => props.onClosed?.()}
      title={props.title}
      closeOnEscape={closable && !dirty}
      closeOnClickOutside={closable && !dirty}
      withCloseButton={false}
      {...(props.size === undefined ? {} : { size: props.size })}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // A form around the dialog in the page's tree is not this one.
          event.stopPropagation()
          if (ready && !busy && isFirst(event)) props.onConfirm()
        }}
      >
        <fieldset disabled={busy} className={classes.fields}>
          <Stack gap="md">{props.children}</Stack>
        </fieldset>
        <Refusal problem={props.problem} />
        <Group justify="flex-end" mt="lg" gap="xs">
          <Button variant="default" onClick={props.onClose} disabled={!closable}>
            {cancel}
          </Button>
          <Button type="submit" disabled={!ready} loading={busy} {...(danger ? { color: 'red' } : {})}>
            {props.confirm}
          </Button>
        </Group>
      </form>
    </Modal>
  )
}
