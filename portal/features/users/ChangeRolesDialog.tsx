import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import type { GivenRole } from '#contract/people.ts'
import { type User, usersRoutes } from '#contract/users.ts'
import { roleChange, rolesInWords } from '#domain/users/role-words.ts'
import { api } from '#portal/api.ts'
import { useAsOpened } from '#portal/dialogs/use-as-opened.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { RolesField } from './RolesField.tsx'
import * as texts from './texts.ts'
import type { UserDialogProps } from './user-dialog.ts'
import { useUserChange } from './useUserChange.ts'
import { personName } from './words.ts'

/** The roles held at the institution itself: those of a parent are given and taken there. */
function ownRoles(user: User): GivenRole[] {
  return user.held.flatMap(({ name, inheritedFrom }) =>
    name === 'Support' || inheritedFrom !== null ? [] : [name],
  )
}

/** Gives and takes roles, and says what that means before it is done. */
export function ChangeRolesDialog({ user, hospital, opened, onClose }: UserDialogProps) {
  const name = personName(user)
  // Else a role that a colleague takes meanwhile would be given back.
  const before = useAsOpened(opened, ownRoles(user))
  const change = useUserChange({
    change: (body: z.output<typeof usersRoutes.changeRoles.body>) =>
      api.users.changeRoles({ params: { hospital, id: user.id }, body: { ...body, before } }),
    name,
    done: () => texts.rolesChanged(name),
    onDone: onClose,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: usersRoutes.changeRoles.body.refine(
      ({ roles }) => Object.values(roleChange(before, roles)).some((changed) => changed.length > 0),
      { path: ['roles'], error: texts.chooseRoles },
    ),
    defaultValues: { roles: before },
    mutation: change,
  })
  const { control } = form
  return (
    <FormDialog {...dialog} onClose={onClose} title={texts.changeRolesOf(name)} confirm={texts.changeRoles}>
      <Controller
        control={control}
        name="roles"
        render={({ field, fieldState }) => (
          <>
            <RolesField
              value={field.value}
              onChange={field.onChange}
              mayGive={user.mayGive}
              waitIfGiven={user.waitIfGiven}
              error={fieldState.error?.message}
            />
            <Consequence
              name={user.firstName}
              before={before}
              after={field.value}
              waitIfGiven={user.waitIfGiven}
            />
          </>
        )}
      />
    </FormDialog>
  )
}

interface ConsequenceProps {
  name: string
  before: readonly GivenRole[]
  after: readonly GivenRole[]
  waitIfGiven: readonly GivenRole[]
}

function Consequence({ name, before, after, waitIfGiven }: ConsequenceProps) {
  const change = roleChange(before, after)
  const waiting = change.given.filter((role) => waitIfGiven.includes(role))
  const [given, taken] = [change.given, change.taken].map((roles) => roles.length > 0 && rolesInWords(roles))
  return (
    <div role="status">
      {given && (
        <div>
          Adds: <strong>{given}</strong>
        </div>
      )}
      {taken && (
        <div>
          Removes: <strong>{taken}</strong>
        </div>
      )}
      {after.length === 0 && taken && texts.withoutRole(name)}
      {waiting.length > 0 && (
        <div>
          {texts.needsSecondPerson} <strong>{rolesInWords(waiting)}</strong>
        </div>
      )}
      {(waiting.length < change.given.length || taken) && (
        <div>{texts.takesEffect(waiting.length > 0 ? 'The rest takes effect' : 'It takes effect')}</div>
      )}
    </div>
  )
}
