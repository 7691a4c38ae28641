import { Textarea, TextInput } from '@mantine/core'
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { z } from 'zod'
import { ProblemError, problemOf } from '#contract/errors.ts'
import { FormDialog } from '#ui/dialogs/FormDialog.tsx'
import { accessible, onPhone, show } from '#ui/testing/show-field.tsx'
import { useDialogForm } from './use-dialog-form.ts'

const rules = z.strictObject({
  email: z.email('Enter an email address'),
  reason: z.string().min(1, 'Give a reason'),
})
type Body = z.output<typeof rules>

function Dialog({ send }: { send: (body: Body) => Promise<unknown> }) {
  const [opened, setOpened] = useState(false)
  const mutation = useMutation({ mutationFn: send, onSuccess: () => setOpened(false) })
  const { form, dialog } = useDialogForm({
    opened,
    rules,
    defaultValues: { email: '', reason: '' },
    mutation,
  })
  const { errors } = form.formState
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Invite
      </button>
      <FormDialog
        {...dialog}
        onClose={() => setOpened(false)}
        title="Invite a user"
        confirm="Send invitation"
      >
        <TextInput label="Email" error={errors.email?.message} {...form.register('email')} />
        <Textarea label="Reason" error={errors.reason?.message} {...form.register('reason')} />
      </FormDialog>
    </>
  )
}

const opener = page.getByRole('button', { name: 'Invite', exact: true })
const dialog = page.getByRole('dialog', { name: 'Invite a user' })
const email = dialog.getByLabelText('Email')
const reason = dialog.getByLabelText('Reason')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })

/** The dialog, opened, of a server that answers with `send`. */
async function opened(send: (body: Body) => Promise<unknown>) {
  show(
    <QueryClientProvider client={new QueryClient()}>
      <Dialog send={send} />
    </QueryClientProvider>,
  )
  await opener.click()
  await expect.element(email).toHaveFocus()
}

const refusedWith = (refusal: ProblemError) => vi.fn(() => Promise.reject(refusal))

test('shows all errors at once, and focuses the first field with one', async () => {
  const send = vi.fn(async () => null)
  await opened(send)
  await button('Send invitation').click()
  await expect.element(email).toHaveAccessibleDescription('Enter an email address')
  await expect.element(reason).toHaveAccessibleDescription('Give a reason')
  await expect.element(email).toHaveFocus()
  await accessible()
  await userEvent.fill(email, 'ada@clinic.example')
  // However soon: filled fields make the next press a first one again.
  await button('Send invitation').click()
  await expect.element(reason).toHaveFocus()
  await expect.element(email).toHaveAccessibleDescription('')
  expect(send).not.toHaveBeenCalled()
})

test("shows the server's refusal of a field at the field, focused, with all input still there", async () => {
  const errors = [{ path: '/reason', rule: 'too-vague', message: 'Say more' }]
  const send = refusedWith(new ProblemError(problemOf('invalid-fields', { errors })))
  await opened(send)
  await userEvent.fill(email, 'ada@clinic.example')
  await userEvent.fill(reason, 'New')
  await button('Send invitation').click()
  await expect.element(reason).toHaveAccessibleDescription('Say more')
  await expect.element(reason).toHaveFocus()
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(email).toHaveValue('ada@clinic.example')
})

test('shows a refusal that is about no field in the dialog, and nothing of it when opened again', async () => {
  await opened(refusedWith(new ProblemError(problemOf('unavailable'))))
  await userEvent.fill(email, 'ada@clinic.example')
  await userEvent.fill(reason, 'New colleague')
  await button('Send invitation').click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
  await expect.element(reason).toHaveValue('New colleague')
  await accessible()
  await button('Cancel').click()
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(email).toHaveValue('')
  await expect.element(reason).toHaveValue('')
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
})

test('Escape closes it until something is entered', async () => {
  await opened(async () => null)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await opener.click()
  await expect.element(email).toHaveFocus()
  await userEvent.keyboard('a{Escape}')
  await expect.element(email).toHaveValue('a')
  await userEvent.keyboard('{Backspace}{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('Ctrl+Enter confirms from a text of several lines, once, and nothing can be changed while it is sent', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn((_: Body) => promise)
  await onPhone()
  await opened(send)
  await userEvent.fill(email, 'ada@clinic.example')
  await userEvent.fill(reason, 'New colleague')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  await expect.element(email).toBeDisabled()
  await expect.element(button('Cancel')).toBeDisabled()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  resolve()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(send.mock.calls.map(([body]) => body)).toEqual([
    { email: 'ada@clinic.example', reason: 'New colleague' },
  ])
})
