import { TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { GivenRole } from '#contract/people.ts'
import { usersRoutes } from '#contract/users.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { useSession } from '#portal/session/session.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { notifySuccess } from '#ui/notices.ts'
import { RolesField } from './RolesField.tsx'
import * as texts from './texts.ts'

interface InviteDialogProps {
  opened: boolean
  onClose: () => void
  mayGive: readonly GivenRole[]
  /** Roles of the invitation that take effect only once a second person has approved them. */
  waitIfGiven: readonly GivenRole[]
}

/** Invites somebody by e-mail, with the roles that they will have. */
export function InviteDialog({ opened, onClose, mayGive, waitIfGiven }: InviteDialogProps) {
  const { institution } = useSession()
  const queries = useQueryClient()
  const invite = useMutation({
    mutationFn: (body: { email: string; roles: GivenRole[] }) =>
      api.users.invite({ params: { hospital: institution.code }, body }),
    onSuccess: ({ email }) => {
      void queries.invalidateQueries({ queryKey: ['users', institution.code] })
      notifySuccess(texts.invitationSent(email))
      onClose()
    },
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: usersRoutes.invite.body,
    defaultValues: { email: '', roles: [] },
    mutation: invite,
  })
  const {
    register,
    control,
    formState: { errors },
  } = form
  return (
    <FormDialog {...dialog} onClose={onClose} title={texts.inviteAUser} confirm={texts.sendInvitation}>
      <div>
        {texts.inviteHint(
          institution.name,
          waitIfGiven.length > 0
            ? 'A second person approves roles that see orders.'
            : 'With it they need no further approval.',
        )}
      </div>
      <TextInput
        type="email"
        label="Email"
        autoComplete="off"
        maxLength={254}
        aria-required
        error={errors.email?.message}
        {...register('email')}
      />
      <Controller
        control={control}
        name="roles"
        render={({ field, fieldState }) => (
          <RolesField
            value={field.value}
            onChange={field.onChange}
            mayGive={mayGive}
            waitIfGiven={waitIfGiven}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}
