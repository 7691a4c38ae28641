import { zodResolver } from '@hookform/resolvers/zod'
import type { UseMutationResult } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { fieldErrorsOf, focusFirst, showRefusal, wrongFields } from '#portal/forms.ts'

interface DialogForm<Input extends FieldValues, Output> {
  opened: boolean
  /** The request body's schema in the contract; its messages are shown at the fields, all at once. */
  rules: z.ZodType<Output, Input>
  /** The values of each opening. */
  defaultValues: DefaultValues<Input>
  mutation: UseMutationResult<unknown, Error, Output>
}

/**
 * A form for `FormDialog` that is sent as the body of one request: `form` for its fields, `dialog` for the dialog's
 * props. The first wrong field gets the focus, whether the schema or the server refuses it; a refusal that is about
 * no field is shown in the dialog.
 */
export function useDialogForm<Input extends FieldValues, Output>(of: DialogForm<Input, Output>) {
  const { opened, rules, defaultValues, mutation } = of
  const formRef = useRef<HTMLFormElement>(null)
  const form = useForm<Input, unknown, Output>({
    resolver: zodResolver(rules),
    defaultValues,
    shouldFocusError: false,
  })
  const { isDirty } = form.formState
  const { error, isPending, mutate, reset } = mutation
  const focus = (names: readonly string[]) => formRef.current && focusFirst(formRef.current, names)

  // Before it is painted: the input and the refusal of the last opening are not shown again.
  useLayoutEffect(() => {
    if (!opened) return
    reset()
    form.reset(defaultValues)
  }, [opened])

  // Not in `onError`: while the request runs, the fields are disabled and cannot take the focus.
  useEffect(() => {
    if (error) focus(showRefusal(form, error))
  }, [error])

  const send = form.handleSubmit(
    (body) => mutate(body),
    (wrong) => focus(wrongFields(wrong).map(({ name }) => name)),
  )
  return {
    form,
    dialog: {
      opened,
      formRef,
      ready: true,
      busy: isPending,
      dirty: isDirty,
      problem: fieldErrorsOf(error).length > 0 ? null : error,
      onConfirm: () => void send(),
      cancel: 'Cancel',
      size: 'lg',
    },
  }
}
