import { Select } from '@mantine/core'
import { Controller } from 'react-hook-form'
import type { z } from 'zod'
import { usersRoutes } from '#contract/users.ts'
import { api } from '#portal/api.ts'
import { useDialogForm } from '#portal/dialogs/use-dialog-form.ts'
import { useSession } from '#portal/session/session.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { HandOverSelect } from './HandOverSelect.tsx'
import { openWorkInWords } from './open-work.ts'
import { ReasonField } from './ReasonField.tsx'
import * as texts from './texts.ts'
import type { UserDialogProps } from './user-dialog.ts'
import { useUserChange } from './useUserChange.ts'
import { personName } from './words.ts'

type Body = z.output<typeof usersRoutes.move.body>

/** Moves somebody to a child institution, with the same roles there. */
export function MoveDialog({ user, hospital, opened, onClose }: UserDialogProps) {
  const { institution } = useSession()
  const name = personName(user)
  const handsOver = openWorkInWords(user.openWork) !== ''
  const only = user.mayMoveTo.length === 1 ? user.mayMoveTo[0] : undefined
  const change = useUserChange({
    change: (body: Body) => api.users.move({ params: { hospital, id: user.id }, body }),
    name,
    done: ({ to }) =>
      texts.movedTo(name, user.mayMoveTo.find(({ code }) => code === to)?.name ?? 'the institution'),
    onDone: onClose,
  })
  const { form, dialog } = useDialogForm({
    opened,
    rules: usersRoutes.move.body.refine((body) => !handsOver || body.handOverTo !== null, {
      path: ['handOverTo'],
      error: texts.chooseWhoTakesOver,
    }),
    defaultValues: { to: only?.code ?? '', reason: '', handOverTo: null },
    mutation: change,
  })
  const {
    register,
    control,
    formState: { errors },
  } = form
  return (
    <FormDialog {...dialog} onClose={onClose} title={texts.moveTitle(name)} confirm={texts.move}>
      <div>{texts.moveHint(user.firstName, institution.name)}</div>
      <Controller
        control={control}
        name="to"
        render={({ field, fieldState }) => (
          <Select
            label={texts.to}
            placeholder={texts.institution}
            data-field="to"
            aria-required
            allowDeselect={false}
            openOnFocus={false}
            data={user.mayMoveTo.map((one) => ({ value: one.code, label: `${one.name} (${one.code})` }))}
            value={field.value || null}
            onChange={(code) => field.onChange(code ?? '')}
            error={fieldState.error && texts.chooseAnInstitution}
          />
        )}
      />
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
