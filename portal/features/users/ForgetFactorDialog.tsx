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

type Body = z.output<typeof usersRoutes.forgetSecondFactor.body>

/** Removes the second factor of somebody who has lost it; Support states how it was verified who asks. */
export function ForgetFactorDialog({ user, hospital, opened, onClose }: UserDialogProps) {
  const name = personName(user)
  const change = useUserChange({
    change: (body: Body) => api.users.forgetSecondFactor({ params: { hospital, id: user.id }, body }),
    name,
    done: () => texts.factorRemoved(name),
    onDone: onClose,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: usersRoutes.forgetSecondFactor.body,
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
      title={texts.removeFactorTitle(name)}
      confirm={texts.removeFactor}
      danger
    >
      <div>{texts.removeFactorHint(user.firstName)}</div>
      <ReasonField description={texts.verifiedHint} error={errors.reason?.message} {...register('reason')} />
    </FormDialog>
  )
}
