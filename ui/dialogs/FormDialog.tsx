import { Button, Group, Modal, Stack } from '@mantine/core'
import type { KeyboardEvent, ReactNode, Ref } from 'react'
import { useFirst } from '../use-first.ts'
import classes from './dialogs.module.css'
import { Refusal } from './Refusal.tsx'

interface FormDialogProps {
  opened: boolean
  title: string
  children: ReactNode
  /** The confirm button's label, a verb: 'Save tracking number'. */
  confirm: string
  /** The cancel button's label; default 'Close'. */
  cancel?: string
  /** Whether it can be confirmed. */
  ready: boolean
  /** There is input that Escape and the backdrop must not discard. */
  dirty: boolean
  /** The action is running: nothing can be changed or closed. */
  busy?: boolean
  /** Whether the dialog can be closed; by default not while it is busy. */
  closable?: boolean
  danger?: boolean
  /** The error if it was refused; shown inside, with all input kept. */
  problem?: unknown
  size?: string | number
  formRef?: Ref<HTMLFormElement>
  onConfirm: () => void
  onClose: () => void
  /** Called once the dialog is hidden: the time to clear the input. */
  onClosed?: () => void
}

/** Ctrl+Enter, on a Mac Command+Enter, confirms from everywhere, such as from a text of several lines. */
function confirmByKeys(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  // React hands on keys of a dialog that was opened from here; they are that dialog's.
  if (!event.currentTarget.contains(event.target as Node)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** A small form in a dialog. Enter in a text field confirms, and Ctrl+Enter everywhere. */
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
        ref={props.formRef}
        noValidate
        onKeyDown={confirmByKeys}
        onSubmit={(event) => {
          event.preventDefault()
          // Must not submit a form that surrounds the dialog in the component tree.
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
