import type { z } from 'zod'
import { usersRoutes, type WaitingUser } from '#contract/users.ts'
import { rolesInWords } from '#domain/users/role-words.ts'
import { api } from '#portal/api.ts'
import { useAsOpened } from '#portal/dialogs/use-as-opened.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ReasonField } from './ReasonField.tsx'
import * as texts from './texts.ts'
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

/** The roles that the dialog names. */
const seenIn = ({ proposed }: Pick<WaitingUser, 'proposed'>) => ({ proposed: proposed?.roles ?? [] })

/** Approves, as the second person, the roles that somebody else has given. */
export function ApproveRolesDialog({ person: current, opened, onClose, onDecided }: RolesDialogProps) {
  const person = useAsOpened(opened, current)
  const name = personName(person)
  const params = { hospital: person.institution.code, id: person.id }
  const approve = useUserChange({
    change: (body: z.output<typeof approval>) =>
      api.users.approveRoles({ params, body: { ...body, ...seenIn(person) } }),
    name,
    done: () => texts.rolesApproved(name),
    onDone: onDecided,
  })
  const { dialog } = useDialogForm({
    opened,
    rules: approval,
    defaultValues: { approve: true },
    mutation: approve,
  })
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.approveRolesTitle(name)}
      confirm={texts.approveRoles}
    >
      <div>
        {texts.rolesGiven(person.proposed?.by ?? '', person.firstName, person.institution.name)}{' '}
        <strong>{rolesInWords(person.proposed?.roles ?? [])}</strong>
        {texts.approveOnlyIf}
      </div>
    </FormDialog>
  )
}

/** Declines them, with a reason that the history keeps. */
export function DeclineRolesDialog({ person: current, opened, onClose, onDecided }: RolesDialogProps) {
  const person = useAsOpened(opened, current)
  const name = personName(person)
  const params = { hospital: person.institution.code, id: person.id }
  const decline = useUserChange({
    change: (body: z.output<typeof refusal>) =>
      api.users.approveRoles({ params, body: { ...body, ...seenIn(person) } }),
    name,
    done: () => texts.rolesDeclined(name),
    onDone: onDecided,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: refusal,
    defaultValues: { approve: false, reason: '' },
    mutation: decline,
  })
  const {
    register,
    formState: { errors },
  } = form
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.declineRolesTitle(name)}
      confirm={texts.declineRoles}
      danger
    >
      <div>
        {texts.doesNotGet(person.firstName)} <strong>{rolesInWords(person.proposed?.roles ?? [])}</strong>
        {texts.otherRolesStay}
      </div>
      <ReasonField
        description={texts.declineReasonHint}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}
