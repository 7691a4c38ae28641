import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { LoadingIndicator } from './LoadingIndicator.tsx'
import { TabBar } from './TabBar.tsx'
import { accessible, show, showField } from './testing/show-field.tsx'

test('[DLG-07] tabs move by arrow keys, loading is announced, and a decision is asked for by yes and no', async () => {
  const field = showField<'maternal' | 'paternal'>('maternal', (value, onChange) => (
    <TabBar
      label="Side of the family"
      value={value}
      onChange={onChange}
      tabs={[
        { key: 'maternal', title: 'Maternal', content: <input aria-label="Of the mother" /> },
        { key: 'paternal', title: 'Paternal', content: <LoadingIndicator /> },
      ]}
    />
  ))
  const tabs = page.getByRole('tablist', { name: 'Side of the family' })
  const tab = (name: string) => tabs.getByRole('tab', { name })
  await userEvent.fill(page.getByLabelText('Of the mother'), 'Epilepsy')
  await tab('Maternal').click()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Paternal')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab('Paternal')).toHaveFocus()
  const panel = page.getByRole('tabpanel', { name: 'Paternal' })
  await expect.element(panel.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect(field()).toBe('paternal')
  await accessible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByLabelText('Of the mother')).toHaveValue('Epilepsy')

  const onConfirm = vi.fn()
  const onClose = vi.fn()
  show(
    <ConfirmDialog
      opened
      title="Discard this draft?"
      confirm="Discard draft"
      cancel="Keep it"
      danger
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>It cannot be brought back.</p>
    </ConfirmDialog>,
  )
  const dialog = page.getByRole('dialog', { name: 'Discard this draft?' })
  const button = (name: string) => dialog.getByRole('button', { name, exact: true })
  await expect.element(button('Keep it')).toHaveFocus()
  await accessible()
  await userEvent.keyboard('{Escape}')
  await button('Keep it').click()
  expect(onClose).toHaveBeenCalledTimes(2)
  // A double click is one yes; both clicks are sent without a pause here, however slow the machine is.
  const yes = button('Discard draft').element() as HTMLElement
  for (let click = 1; click <= 2; click += 1) yes.click()
  expect(onConfirm).toHaveBeenCalledOnce()
})
