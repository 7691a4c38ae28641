import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type User, usersRoutes } from '#contract/users.ts'
import { api } from '#portal/api.ts'
import { FormDialog } from './FormDialog.tsx'
import { HandOverSelect } from './HandOverSelect.tsx'
import { openWorkInWords } from './open-work.ts'
import { ReasonField } from './ReasonField.tsx'
import type { UserDialogProps } from './user-dialog.ts'
import { useUserChange } from './useUserChange.ts'
import { personName } from './words.ts'

type Body = z.output<typeof usersRoutes.changeStatus.body>

interface StatusChangeInfo {
  status: Body['status']
  title: (name: string) => string
  consequence: (user: User) => ReactNode
  submit: string
  danger: boolean
  handsOver: boolean
  done: (name: string) => string
}

const ACCESS_ENDS = 'Access to this institution ends at once, in open sessions too.'

const STATUS_CHANGES = {
  block: {
    status: 'Blocked',
    title: (name) => `Block ${name}?`,
    consequence: (user) => {
      const work = openWorkInWords(user.openWork)
      return `${ACCESS_ENDS} Until somebody reactivates ${user.firstName}, roles${work && ` and open work (${work})`} stay as they are.`
    },
    submit: 'Block',
    danger: true,
    handsOver: false,
    done: (name) => `${name} is blocked`,
  },
  deactivate: {
    status: 'Inactive',
    title: (name) => `End the affiliation of ${name}?`,
    consequence: (user) =>
      `${ACCESS_ENDS} ${
        openWorkInWords(user.openWork)
          ? 'Open drafts and orders go to somebody who goes on with them.'
          : 'Nothing is open in their name here.'
      }`,
    submit: 'End affiliation',
    danger: true,
    handsOver: true,
    done: (name) => `The affiliation of ${name} has ended`,
  },
  reactivate: {
    status: 'Active',
    title: (name) => `Reactivate ${name}?`,
    consequence: (user) =>
      `${user.firstName} can work for this institution again, at once, with the roles shown on this page.`,
    submit: 'Reactivate',
    danger: false,
    handsOver: false,
    done: (name) => `${name} is active again`,
  },
} as const satisfies Record<string, StatusChangeInfo>

interface StatusDialogProps extends UserDialogProps {
  action: keyof typeof STATUS_CHANGES
}

/** Blocks, deactivates or reactivates somebody, with the reason that the history will show. */
export function StatusDialog({ action, user, hospital, opened, onClose }: StatusDialogProps) {
  const info: StatusChangeInfo = STATUS_CHANGES[action]
  const name = personName(user)
  const handsOver = info.handsOver && openWorkInWords(user.openWork) !== ''
  const change = useUserChange({
    change: (body: Body) => api.users.changeStatus({ params: { hospital, id: user.id }, body }),
    name,
    done: () => info.done(name),
    onDone: onClose,
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={info.title(name)}
      rules={usersRoutes.changeStatus.body.refine((body) => !handsOver || body.handOverTo !== null, {
        path: ['handOverTo'],
        error: 'Choose who takes over.',
      })}
      defaultValues={{ status: info.status, reason: '', handOverTo: null }}
      mutation={change}
      submit={info.submit}
      danger={info.danger}
    >
      {({ register, control, formState: { errors } }) => (
        <>
          <div>{info.consequence(user)}</div>
          {handsOver && (
            <Controller
              control={control}
              name="handOverTo"
              render={({ field, fieldState }) => (
                <HandOverSelect
                  hospital={hospital}
                  user={user}
                  value={field.value ?? null}
                  onChange={field.onChange}
                  error={fieldState.error?.message}
                />
              )}
            />
          )}
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
