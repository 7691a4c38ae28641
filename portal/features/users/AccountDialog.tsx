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

type Body = z.output<typeof usersRoutes.endSessions.body | typeof usersRoutes.forgetSecondFactor.body>

interface AccountChangeInfo {
  title: (name: string) => string
  consequence: (firstName: string) => string
  submit: string
  reasonHint: string
  done: (name: string) => string
}

/** What can be done to an account; the keys are the routes. */
const ACCOUNT_CHANGES = {
  endSessions: {
    title: texts.logOutTitle,
    consequence: texts.logOutHint,
    submit: texts.logOutEverywhere,
    reasonHint: texts.reasonRecorded,
    done: texts.loggedOut,
  },
  forgetSecondFactor: {
    title: texts.removeFactorTitle,
    consequence: texts.removeFactorHint,
    submit: texts.removeFactor,
    reasonHint: texts.verifiedHint,
    done: texts.factorRemoved,
  },
} as const satisfies Record<string, AccountChangeInfo>

interface AccountDialogProps extends UserDialogProps {
  action: keyof typeof ACCOUNT_CHANGES
}

/**
 * Logs somebody out everywhere, such as who has lost a laptop, or removes a lost second factor; with the reason
 * that the history will show.
 */
export function AccountDialog({ action, user, hospital, opened, onClose }: AccountDialogProps) {
  const info: AccountChangeInfo = ACCOUNT_CHANGES[action]
  const name = personName(user)
  const change = useUserChange({
    change: (body: Body) => api.users[action]({ params: { hospital, id: user.id }, body }),
    name,
    done: () => info.done(name),
    onDone: onClose,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: usersRoutes[action].body,
    defaultValues: { reason: '' },
    mutation: change,
  })
  const {
    register,
    formState: { errors },
  } = form
  return (
    <FormDialog {...dialog} onClose={onClose} title={info.title(name)} confirm={info.submit} danger>
      <div>{info.consequence(user.firstName)}</div>
      <ReasonField description={info.reasonHint} error={errors.reason?.message} {...register('reason')} />
    </FormDialog>
  )
}
