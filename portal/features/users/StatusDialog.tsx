import type { ReactNode } from 'react'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { type User, usersRoutes } from '#contract/users.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { HandOverSelect } from './HandOverSelect.tsx'
import { openWorkInWords } from './open-work.ts'
import { ReasonField } from './ReasonField.tsx'
import * as texts from './texts.ts'
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

const ACCESS_ENDS = texts.accessEnds

const STATUS_CHANGES = {
  block: {
    status: 'Blocked',
    title: (name) => texts.blockTitle(name),
    consequence: (user) => {
      const work = openWorkInWords(user.openWork)
      return texts.blockHint(ACCESS_ENDS, user.firstName, work && ` and open work (${work})`)
    },
    submit: texts.block,
    danger: true,
    handsOver: false,
    done: (name) => texts.blocked(name),
  },
  deactivate: {
    status: 'Inactive',
    title: (name) => texts.endTitle(name),
    consequence: (user) =>
      `${user.hasRoleAtParent ? texts.parentRoleStays : ACCESS_ENDS} ${openWorkInWords(user.openWork) ? texts.openWorkHint : texts.noOpenWork}`,
    submit: texts.endAffiliation,
    danger: true,
    handsOver: true,
    done: (name) => texts.ended(name),
  },
  reactivate: {
    status: 'Active',
    title: (name) => texts.reactivateTitle(name),
    consequence: (user) => texts.reactivateHint(user.firstName),
    submit: texts.reactivate,
    danger: false,
    handsOver: false,
    done: (name) => texts.reactivated(name),
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
  const { form, dialog } = useDialogForm({
    opened,
    rules: usersRoutes.changeStatus.body.refine((body) => !handsOver || body.handOverTo !== null, {
      path: ['handOverTo'],
      error: texts.chooseWhoTakesOver,
    }),
    defaultValues: { status: info.status, reason: '', handOverTo: null },
    mutation: change,
  })
  const {
    register,
    control,
    formState: { errors },
  } = form
  return (
    <FormDialog
      {...dialog}
      onClose={onClose}
      title={info.title(name)}
      confirm={info.submit}
      danger={info.danger}
    >
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
        description={texts.reasonRecorded}
        error={errors.reason?.message}
        {...register('reason')}
      />
    </FormDialog>
  )
}
