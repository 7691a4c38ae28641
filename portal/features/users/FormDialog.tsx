import { zodResolver } from '@hookform/resolvers/zod'
import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import type { UseMutationResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { fieldErrorsOf, focusFirst, showRefusal, wrongFields } from '#portal/forms.ts'
import { wordsFor } from '#ui/problem-words.ts'
import * as texts from './texts.ts'

interface FormDialogProps<Input extends FieldValues, Output> {
  opened: boolean
  onClose: () => void
  title: string
  /** What is sent, by the contract; its messages stand at the fields, all at once. */
  rules: z.ZodType<Output, Input>
  defaultValues: DefaultValues<Input>
  mutation: UseMutationResult<unknown, Error, Output>
  /** What happens, on the button: 'Send invitation'. */
  submit: string
  danger?: boolean
  /** The fields; begun anew each time the dialog is opened. */
  children: (form: UseFormReturn<Input, unknown, Output>) => ReactNode
}

/** A form in a dialog. Escape and the backdrop close it until something was typed: then only the button does. */
export function FormDialog<Input extends FieldValues, Output>(props: FormDialogProps<Input, Output>) {
  const { opened, onClose, title, mutation } = props
  const [typed, setTyped] = useState(false)
  const free = !mutation.isPending && !typed
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnEscape={free}
      closeOnClickOutside={free}
      withCloseButton={false}
    >
      <DialogForm {...props} onTyped={setTyped} />
    </Modal>
  )
}

type DialogFormProps<Input extends FieldValues, Output> = FormDialogProps<Input, Output> & {
  onTyped: (typed: boolean) => void
}

function DialogForm<Input extends FieldValues, Output>(props: DialogFormProps<Input, Output>) {
  const { rules, defaultValues, mutation, submit, danger = false, onClose, children, onTyped } = props
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(rules),
    defaultValues,
    shouldFocusError: false,
  })
  const { reset } = mutation

  // What the dialog was closed with is no matter of the one that is opened now.
  useEffect(() => {
    reset()
    onTyped(false)
  }, [reset, onTyped])

  const focus = (names: readonly string[]) => element.current && focusFirst(element.current, names)
  const send = form.handleSubmit(
    (body) => mutation.mutate(body, { onError: (error) => focus(showRefusal(form, error)) }),
    (wrong) => focus(wrongFields(wrong).map(({ name }) => name)),
  )
  const refusal =
    mutation.error && fieldErrorsOf(mutation.error).length === 0 ? wordsFor(mutation.error) : null
  return (
    <form ref={element} noValidate onSubmit={send} onChange={() => onTyped(true)}>
      <Stack gap="md">
        {children(form)}
        {refusal && (
          <Alert color="red" role="alert">
            {[refusal.title, refusal.detail].filter(Boolean).join(' ')}
          </Alert>
        )}
      </Stack>
      <Group justify="flex-end" mt="lg" gap="xs">
        <Button variant="default" onClick={onClose} disabled={mutation.isPending}>
          {texts.cancel}
        </Button>
        <Button type="submit" loading={mutation.isPending} {...(danger ? { color: 'red' } : {})}>
          {submit}
        </Button>
      </Group>
    </form>
  )
}
