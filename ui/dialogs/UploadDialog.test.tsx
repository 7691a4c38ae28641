import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { accessible, show } from '../testing/show-field.tsx'
import { UploadDialog } from './UploadDialog.tsx'
import type { DocumentToSend, Upload } from './use-uploads.ts'

const MEGABYTE = 1024 * 1024
const ORDER = {
  patientName: 'Testa Fernlight',
  dateOfBirth: '1991-02-03',
  labNumber: '',
  testName: 'Core Carrier Screen (1102)',
}
const letter = () => new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf' })
const note = () => new File(['Seizures since March.'], 'note.txt', { type: 'text/plain' })
const scan = () => new File([new Uint8Array(20 * MEGABYTE + 1)], 'scan.pdf', { type: 'application/pdf' })

const dialog = page.getByRole('dialog')
const button = (name: string) => dialog.getByRole('button', { name, exact: true })
const row = (number: number) => dialog.getByRole('group', { name: `Document ${number}`, exact: true })

/** Selects files with the first document's button. */
function choose(...files: File[]) {
  const input = document.querySelector<HTMLInputElement>('[role=dialog] input[type=file]')
  if (!input) throw new Error('No file can be chosen')
  const chosen = new DataTransfer()
  for (const file of files) chosen.items.add(file)
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

async function chooseType(number: number, type: string) {
  await row(number).getByRole('combobox', { name: 'Document type' }).click()
  await page.getByRole('option', { name: type, exact: true }).click()
}

function showUpload(upload: Upload = async () => {}) {
  const onUploaded = vi.fn()
  show(<UploadDialog opened order={ORDER} upload={upload} onUploaded={onUploaded} onClose={() => {}} />)
  return onUploaded
}

test('[DLG-04] the upload dialog names the order, and takes type, description and file', async () => {
  const sent: DocumentToSend[] = []
  const onUploaded = showUpload(async (document) => sent.push(document))
  await expect.element(dialog.getByRole('term')).toHaveLength(4)
  const wordsOf = (role: string) =>
    dialog
      .getByRole(role)
      .elements()
      .map((one) => one.textContent)
  expect(wordsOf('term')).toEqual(['Name', 'Date of birth', 'Lab number', 'Test name'])
  expect(wordsOf('definition')).toEqual([
    ...['Testa Fernlight', '3 Feb 1991', 'Not assigned yet', 'Core Carrier Screen (1102)'],
  ])
  choose(letter())
  await chooseType(1, 'Insurance Card')
  await userEvent.fill(row(1).getByLabelText('Description'), ' Both sides ')
  await button('Upload').click()
  await expect.poll(() => onUploaded.mock.calls).toEqual([[1]])
  expect(sent).toMatchObject([{ type: 'Insurance Card', description: 'Both sides' }])
  expect(sent[0]?.file.name).toBe('letter.pdf')
})

test('[DLG-05] requires a type first, refuses a file of more than 20 MB, and sends several files', async () => {
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>()
  const onUploaded = showUpload(() => seen)
  const missing = dialog.getByText('Please select a document type.')
  await expect.element(dialog.getByText('Please select a file (20MB max).')).toBeVisible()
  await expect.element(button('Upload')).toBeDisabled()
  choose(scan())
  await expect.element(missing).toBeVisible()
  await expect.element(dialog.getByText('File limit has been exceeded. Maximum size is 20MB.')).toBeVisible()
  await expect.element(button('Upload')).toBeDisabled()
  await accessible()

  choose(letter(), note())
  await expect.element(dialog.getByText('File limit has been exceeded.')).not.toBeInTheDocument()
  await button('Upload').click()
  await expect.element(missing).toHaveLength(2)
  await chooseType(1, 'Insurance Card')
  await chooseType(2, 'Additional Clinical Information')
  await expect.element(missing).not.toBeInTheDocument()
  await button('Upload').click()
  await expect.element(dialog.getByRole('progressbar', { name: 'Uploading letter.pdf' })).toBeInTheDocument()
  await expect.element(button('Close')).toBeDisabled()
  expect(onUploaded).not.toHaveBeenCalled()
  goOn()
  await expect.poll(() => onUploaded.mock.calls).toEqual([[2]])
})

test('an upload can be cancelled until all of it is sent: from then on the server may have stored it', async () => {
  const progress: ((part: number) => void)[] = []
  const { promise: stored, resolve: store } = Promise.withResolvers<void>()
  const onUploaded = showUpload((_, onProgress) => {
    progress.push(onProgress)
    return stored
  })
  choose(letter())
  await chooseType(1, 'Insurance Card')
  await button('Upload').click()
  const cancel = button('Cancel')
  await expect.element(cancel).toBeVisible()
  progress[0]?.(0.99)
  await expect.element(cancel).toBeVisible()
  progress[0]?.(1)
  await expect.element(dialog.getByText('Checking the file…')).toBeVisible()
  await expect.element(cancel).not.toBeInTheDocument()
  await accessible()
  // The connection broke, and the same is sent once more.
  progress[0]?.(0.2)
  await expect.element(dialog.getByText('Checking the file…')).not.toBeInTheDocument()
  await expect.element(cancel).not.toBeInTheDocument()
  store()
  await expect.poll(() => onUploaded.mock.calls).toEqual([[1]])
})

test('a cancelled upload is not sent, and can be sent again', async () => {
  const signals: AbortSignal[] = []
  showUpload((_, _onProgress, signal) => {
    signals.push(signal)
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  choose(letter())
  await chooseType(1, 'Insurance Card')
  await button('Upload').click()
  await button('Cancel').click()
  await expect.element(dialog.getByText('Cancelled.')).toBeVisible()
  await button('Try again').click()
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([true, false])
})
