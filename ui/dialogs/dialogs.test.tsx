import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessible, offered, show } from '../testing/show-field.tsx'
import { CancelOrderDialog } from './CancelOrderDialog.tsx'
import { FeedbackDialog } from './FeedbackDialog.tsx'
import { TrackingDialog } from './TrackingDialog.tsx'

const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const refused = Object.assign(new Error('refused'), {
  problem: { title: 'The laboratory cannot be reached.', detail: 'Try again in a minute.' },
})

test('[DLG-01] the cancel dialog names test and patient, and requires a reason and the authorization', async () => {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  show(
    <CancelOrderDialog
      opened
      testName="Core Carrier Screen (1102)"
      patientName="Testa Fernlight"
      dateOfBirth="3 Feb 1991"
      busy={false}
      onConfirm={onConfirm}
      onClose={onClose}
    />,
  )
  for (const detail of ['Core Carrier Screen (1102)', 'Testa Fernlight', '3 Feb 1991'])
    await expect.element(dialog.getByText(detail)).toBeVisible()
  const confirm = button('Yes, cancel order')
  const reason = dialog.getByLabelText('Reason')
  const authorized = dialog.getByRole('checkbox', { name: /authorized/ })
  await expect.element(reason).toHaveFocus()
  await expect.element(confirm).toBeDisabled()
  await authorized.click()
  await expect.element(confirm).toBeDisabled()
  await userEvent.fill(reason, '   ')
  await expect.element(confirm).toBeDisabled()
  await userEvent.fill(reason, ' Ordered twice ')
  await expect.element(confirm).toBeEnabled()
  await authorized.click()
  await expect.element(confirm).toBeDisabled()
  await accessible()
  // A key pressed by mistake does not discard the input.
  await userEvent.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
  await authorized.click()
  await confirm.click()
  expect(onConfirm.mock.calls).toEqual([['Ordered twice']])
  await button('Close').click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('[DLG-02] feedback is one to five stars, five by default, with an optional comment', async () => {
  const onConfirm = vi.fn()
  show(
    <FeedbackDialog opened about="Testa Fernlight" busy={false} onConfirm={onConfirm} onClose={() => {}} />,
  )
  const words = ['1 Very Poor', '2 Poor', '3 Fair', '4 Good', '5 Excellent']
  const stars = dialog.getByRole('radio')
  await expect.element(stars).toHaveLength(words.length)
  for (const [index, word] of words.entries())
    await expect.element(stars.nth(index)).toHaveAccessibleName(word)
  await expect.element(dialog.getByRole('radio', { name: '5 Excellent' })).toBeChecked()
  await expect.element(dialog.getByRole('textbox')).toHaveAccessibleDescription('Optional')
  await accessible()
  await expect.element(dialog.getByRole('radio', { name: '5 Excellent' })).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await button('Send feedback').click()
  expect(onConfirm.mock.calls).toEqual([[{ rating: 4, text: '' }]])
})

const tracking = (problem?: unknown, onConfirm = vi.fn()) => (
  <TrackingDialog
    opened
    about="Blood of Testa Fernlight"
    busy={false}
    problem={problem}
    onConfirm={onConfirm}
    onClose={() => {}}
  />
)

test('[DLG-03] the tracking dialog takes Fedex or USPS, and a number', async () => {
  const onConfirm = vi.fn()
  show(tracking(undefined, onConfirm))
  const save = button('Save tracking number')
  await expect.element(save).toBeDisabled()
  expect(await offered(dialog.getByRole('combobox', { name: 'Carrier' }))).toEqual(['Fedex', 'USPS'])
  await page.getByRole('option', { name: 'Fedex' }).click()
  await expect.element(save).toBeDisabled()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Tracking number' }), '7995 3127 4483')
  await accessible()
  await save.click()
  expect(onConfirm).toHaveBeenCalledExactlyOnceWith({
    ...{ carrier: 'Fedex', trackingNumber: '799531274483' },
    ...{ companions: [], sameParcel: false },
  })
})

test('a refused dialog gives the reason, and can be confirmed again', async () => {
  const onConfirm = vi.fn()
  show(tracking(refused, onConfirm))
  for (const words of ['The laboratory cannot be reached.', 'Try again in a minute.'])
    await expect.element(dialog.getByRole('alert').getByText(words)).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Tracking number' }), '799531274483')
  await accessible()
  // Enter in the text field confirms.
  await userEvent.keyboard('{Enter}')
  expect(onConfirm).toHaveBeenCalledOnce()
})
