import { Alert, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { usersRoutes, type WaitingUser } from '#contract/users.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { userOptions } from './queries.ts'
import { ReasonField } from './ReasonField.tsx'
import { RolesField } from './RolesField.tsx'
import * as texts from './texts.ts'
import { useUserChange } from './useUserChange.ts'
import { personName } from './words.ts'

const [approval, refusal] = usersRoutes.decide.body.options

export interface DecisionDialogProps {
  person: Pick<WaitingUser, 'id' | 'firstName' | 'lastName' | 'prefix' | 'suffix' | 'email' | 'proposed'> & {
    institution: { code: string; name: string }
  }
  /** The institution is opened with this approval. */
  institutionIsNew: boolean
  opened: boolean
  onClose: () => void
  /** It is decided, by the reader or by somebody else. */
  onDecided: () => void
}

/** Lets somebody in, with the roles chosen. */
export function ApproveDialog({ person, institutionIsNew, opened, onClose, onDecided }: DecisionDialogProps) {
  const name = personName(person)
  const { code, name: where } = person.institution
  const params = { hospital: code, id: person.id }
  const user = useQuery({ ...userOptions(code, person.id), enabled: opened })
  const approve = useUserChange({
    change: (body: z.output<typeof approval>) => api.users.decide({ params, body }),
    name,
    done: ({ roles }) =>
      roles.every((role) => user.data?.waitIfGiven.includes(role))
        ? texts.awaitsSecondPerson(name)
        : texts.approved(name),
    onDone: onDecided,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: approval,
    defaultValues: { approve: true, roles: person.proposed?.roles ?? [] },
    mutation: approve,
  })
  const { control } = form
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={texts.approveTitle(name)}
      confirm={institutionIsNew ? texts.approveAndActivate : texts.approve}
    >
      <div>
        {(user.data?.waitIfGiven.length ?? 0) > 0
          ? texts.secondPersonHint(where)
          : texts.approvalHint(person.firstName, where)}
      </div>
      {institutionIsNew && <Alert color="yellow">{texts.newInstitutionHint(where)}</Alert>}
      {user.data ? (
        <Controller
          control={control}
          name="roles"
          render={({ field, fieldState }) => (
            <RolesField
              value={field.value}
              onChange={field.onChange}
              mayGive={user.data.mayGive}
              waitIfGiven={user.data.waitIfGiven}
              error={fieldState.error?.message}
            />
          )}
        />
      ) : user.isError ? (
        <ErrorState problem={user.error} retry={() => user.refetch()} />
      ) : (
        <Skeleton height={240} />
      )}
    </FormDialog>
  )
}

/** Refuses somebody, with a reason that they read. */
export function RefuseDialog({ person, opened, onClose, onDecided }: DecisionDialogProps) {
  const name = personName(person)
  const params = { hospital: person.institution.code, id: person.id }
  const refuse = useUserChange({
    change: (body: z.output<typeof refusal>) => api.users.decide({ params, body }),
    name,
    done: () => texts.denied(name),
    onDone: onDecided,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: refusal,
    defaultValues: { approve: false, reason: '' },
    mutation: refuse,
  })
  const {
    register,
    formState: { errors },
  } = form
  return (
    <FormDialog {...dialog} onClose={onClose} title={texts.denyTitle(name)} confirm={texts.deny} danger>
      <div>{texts.denialHint(person.firstName, person.institution.name, person.email)}</div>
      <ReasonField
        description={texts.denialReasonHint}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}
