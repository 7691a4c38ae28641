import type { z } from 'zod'
import { usersRoutes } from '#contract/users.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import * as texts from './texts.ts'
import type { UserDialogProps } from './user-dialog.ts'
import { useUserChange } from './useUserChange.ts'
import { personName } from './words.ts'

type Body = z.output<typeof usersRoutes.endSessions.body>

/** Logs somebody out everywhere, such as who has lost a laptop, with the reason that the history will show. */
export function EndSessionsDialog({ user, hospital, opened, onClose }: UserDialogProps) {
  const name = personName(user)
  const change = useUserChange({
    change: (body: Body) => api.users.endSessions({ params: { hospital, id: user.id }, body }),
    name,
    done: () => texts.loggedOut(name),
    onDone: onClose,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: usersRoutes.endSessions.body,
    defaultValues: { reason: '' },
    mutation: change,
  })
  const {
    register,
    formState: { errors },
  } = form
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.logOutTitle(name)}
      confirm={texts.logOutEverywhere}
      danger
    >
      <div>{texts.logOutHint(user.firstName)}</div>
      <ReasonField
        description={texts.reasonRecorded}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}
