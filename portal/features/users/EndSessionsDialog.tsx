import type { z } from 'zod'
import { usersRoutes } from '#contract/users.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from './FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
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
    done: () => `${name} is logged out everywhere`,
    onDone: onClose,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Log ${name} out everywhere?`}
      rules={usersRoutes.endSessions.body}
      defaultValues={{ reason: '' }}
      mutation={change}
      submit="Log out everywhere"
      danger
    >
      {({ register, formState: { errors } }) => (
        <>
          <div>
            On every device, at once, whatever is open there. {user.firstName} can log in again, with the same
            roles: to keep somebody out, block them.
          </div>
          <ReasonField
            description="Stands in the history of this person."
            error={errors.reason?.message}
            {...register('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
