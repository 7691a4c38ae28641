import { Modal } from '@mantine/core'
import { lazy, useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { LateDialog } from './LateDialog.tsx'
import { show } from './testing/show-field.tsx'

const TITLE = 'Hand over'
const dialog = page.getByRole('dialog', { name: TITLE })
const opener = page.getByRole('button', { name: 'Open' })
const field = page.getByRole('textbox')

/** A page with a dialog whose code comes when the returned function is called. */
function showPage() {
  const code = Promise.withResolvers<{ default: typeof Dialog }>()
  const Late = lazy(() => code.promise)
  function Page() {
    const [opened, setOpened] = useState(false)
    return (
      <>
        <input aria-label="Gene" />
        <button type="button" onClick={() => setOpened(true)}>
          Open
        </button>
        <output>{opened ? 'asked for' : 'not asked for'}</output>
        {opened && (
          <LateDialog onLeave={() => setOpened(false)}>
            <Late onClose={() => setOpened(false)} />
          </LateDialog>
        )}
      </>
    )
  }
  show(<Page />)
  return () => code.resolve({ default: Dialog })
}

function Dialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={TITLE} closeButtonProps={{ 'aria-label': 'Close' }}>
      <input aria-label="To" data-autofocus />
    </Modal>
  )
}

test('a dialog opens as soon as its code is there', async () => {
  const arrive = showPage()
  await opener.click()
  arrive()
  await expect.element(dialog).toBeVisible()
  await expect.element(dialog.getByRole('textbox')).toHaveFocus()
})

test('[WEB-02] it does not open over a field in which the user types by then', async () => {
  const arrive = showPage()
  await opener.click()
  await field.click()
  await userEvent.keyboard('i')
  await expect.element(page.getByText('not asked for')).toBeVisible()
  arrive()
  await userEvent.keyboard('ba')
  await expect.element(field).toHaveValue('iba')
  await expect.element(dialog).not.toBeInTheDocument()
})

for (const key of ['Tab', 'Escape'])
  test(`it does not open after ${key}`, async () => {
    const arrive = showPage()
    await opener.click()
    await expect.element(page.getByText('asked for', { exact: true })).toBeVisible()
    await userEvent.keyboard(`{${key}}`)
    arrive()
    await expect.element(page.getByText('not asked for')).toBeVisible()
    await expect.element(dialog).not.toBeInTheDocument()
    await opener.click()
    await expect.element(dialog).toBeVisible()
  })

test('it opens for whoever presses twice', async () => {
  const arrive = showPage()
  await opener.dblClick()
  arrive()
  await expect.element(dialog).toBeVisible()
})
