import type { z } from 'zod'
import { usersRoutes, type WaitingUser } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from './FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import { useUserChange } from './useUserChange.ts'
import { personName } from './words.ts'

const [approval, refusal] = usersRoutes.approveRoles.body.options

interface RolesDialogProps {
  person: Pick<
    WaitingUser,
    'id' | 'firstName' | 'lastName' | 'prefix' | 'suffix' | 'institution' | 'proposed'
  >
  opened: boolean
  onClose: () => void
  onDecided: () => void
}

/** Approves, as the second person, the roles that somebody else has given. */
export function ApproveRolesDialog({ person, opened, onClose, onDecided }: RolesDialogProps) {
  const name = personName(person)
  const params = { hospital: person.institution.code, id: person.id }
  const approve = useUserChange({
    change: (body: z.output<typeof approval>) => api.users.approveRoles({ params, body }),
    name,
    done: () => `The roles of ${name} are approved`,
    onDone: onDecided,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Approve the roles of ${name}?`}
      rules={approval}
      defaultValues={{ approve: true }}
      mutation={approve}
      submit="Approve roles"
    >
      {() => (
        <div>
          {person.firstName} gets the roles that {person.proposed?.by} gave them at {person.institution.name}:{' '}
          <strong>{rolesInWords(person.proposed?.roles ?? [])}</strong>. Approve only if you know that they
          work there.
        </div>
      )}
    </FormDialog>
  )
}

/** Declines them, with a reason that the history keeps. */
export function DeclineRolesDialog({ person, opened, onClose, onDecided }: RolesDialogProps) {
  const name = personName(person)
  const params = { hospital: person.institution.code, id: person.id }
  const decline = useUserChange({
    change: (body: z.output<typeof refusal>) => api.users.approveRoles({ params, body }),
    name,
    done: () => `The roles of ${name} are declined`,
    onDone: onDecided,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Decline the roles of ${name}?`}
      rules={refusal}
      defaultValues={{ approve: false, reason: '' }}
      mutation={decline}
      submit="Decline roles"
      danger
    >
      {({ register, formState: { errors } }) => (
        <>
          <div>
            {person.firstName} does not get <strong>{rolesInWords(person.proposed?.roles ?? [])}</strong>.
            Other roles stay as they are.
          </div>
          <ReasonField
            description="Administrators read it in the history."
            error={errors.reason?.message}
            {...register('reason')}
          />
        </>
      )}
    </FormDialog>
  )
}
