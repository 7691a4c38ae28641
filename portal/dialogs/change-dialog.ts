import { useMutation } from '@tanstack/react-query'
import { queryClient } from '#portal/api.ts'
import { useHere } from '#portal/links/use-here.ts'
import { notifySuccess } from '#ui/notices.ts'
import { usePageDialog } from './page-dialogs.ts'

interface Change<Input, Result> {
  hospitalCode: string
  change: (input: Input) => Promise<Result>
  /** Said once it is done. */
  successMessage?: string | ((result: Result, input: Input) => string)
  /** `stillHere`: see `useHere`, from when the dialog's button was pressed. */
  onDone?: (result: Result, stillHere: () => boolean) => unknown
}

/**
 * A dialog and the change that it makes. A refusal stands in the dialog, with what was typed still there; the page behind
 * is read again in either case, as the refusal may be that the order has moved on.
 */
export function useChangeDialog<Input, Result>(of: Change<Input, Result>) {
  const { opened, open, close } = usePageDialog()
  const change = useMutation({
    mutationFn: of.change,
    onMutate: useHere(),
    onSuccess: (result, input, stillHere) => {
      close()
      const message =
        typeof of.successMessage === 'function' ? of.successMessage(result, input) : of.successMessage
      if (message) notifySuccess(message)
      return of.onDone?.(result, stillHere)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['orders', of.hospitalCode] }),
  })
  return {
    open,
    dialog: {
      opened,
      busy: change.isPending,
      problem: change.error,
      onConfirm: (input: Input) => change.mutate(input),
      onClose: () => {
        change.reset()
        close()
      },
    },
  }
}
