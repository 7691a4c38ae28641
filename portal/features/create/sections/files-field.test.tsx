import { useState } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { problemOf } from '#contract/errors.ts'
import { completeOrder, withChanges } from '#domain/orders/testing/complete-order.ts'
import { knownVariant } from '#domain/orders/testing/known-variant.ts'
import { accessible, onPhone } from '#ui/testing/show-field.tsx'
import { FieldWarnings } from '../panel/FieldWarnings.tsx'
import { ClinicalSection } from './ClinicalSection.tsx'
import { FilesField } from './FilesField.tsx'
import { InsuranceCard } from './payment/InsuranceCard.tsx'
import { DONE, showSection } from './testing/show-section.tsx'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const file = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' })
const choose = (files: File[], within = '') =>
  userEvent.upload(document.querySelector(`${within} input[type=file]`) as HTMLElement, files)

/** Uploads end when the test says so; `sent` has what was sent. */
function uploads() {
  const waiting: ((status: number, body: unknown) => void)[] = []
  const sent: FormData[] = []
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    open() {}
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      sent.push(form)
      waiting.push((status, body) => {
        this.status = status
        this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
        this.dispatchEvent(new Event('load'))
        this.dispatchEvent(new Event('loadend'))
      })
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  let id = 40
  async function oldest() {
    await expect.poll(() => waiting.length).toBeGreaterThan(0)
    return waiting.shift() ?? expect.fail()
  }
  return {
    sent,
    /** The oldest upload that is under way ends: as a document, or with a problem. */
    async end(problem?: ReturnType<typeof problemOf>) {
      const end = await oldest()
      const content = sent.at(-1)?.get('file')
      const filename = content instanceof File ? content.name : ''
      id += 1
      if (problem) end(problem.status, problem)
      else end(201, { id, filename, type: 'Other', bytes: 8 })
    },
    /** A proxy in between answers the oldest upload with a page of its own. */
    async answerWithPage(status: number) {
      const end = await oldest()
      end(status, '<html><h1>Not the portal</h1></html>')
    },
  }
}

type Form = Awaited<ReturnType<typeof showSection>>

/** The requests that remove a document. */
const removed = () =>
  vi.mocked(fetch).mock.calls.filter(([path, init]) => {
    return init?.method === 'DELETE' && String(path) === '/api/orders/1001/4711/documents/7'
  })

/** The draft is saved, so that its documents can be added. */
function saved(form: Form): Form {
  vi.spyOn(form.autosave, 'insist').mockResolvedValue(true)
  vi.spyOn(form, 'orderId').mockReturnValue(4711)
  return form
}

/** Sets its whole value anew from what it rendered last, as the form's fields do. */
function Reports() {
  const [files, setFiles] = useState([{ documentId: 7, name: 'old.pdf' }])
  return (
    <FilesField
      path="/x"
      label="Pathology report"
      words="Pathology report"
      type="Report"
      files={files}
      error={null}
      isSeveral
      onAdd={({ documentId, name }) => setFiles([...files, { documentId, name }])}
      onRemove={(documentId) => setFiles(files.filter((one) => one.documentId !== documentId))}
    />
  )
}

test('files: what was removed while another uploads stays removed, and what was uploaded is added', async () => {
  await onPhone()
  const { sent, end } = uploads()
  saved(showSection(<Reports />, { takesDocuments: true }))
  await choose([file('new.pdf')])
  await expect.element(page.getByText('Uploading new.pdf…')).toBeVisible()
  await expect.element(button('Attach another file: Pathology report')).toBeDisabled()
  await button('Remove old.pdf').click()
  await expect.element(page.getByText('old.pdf')).not.toBeInTheDocument()
  await end()
  await expect.element(page.getByText('new.pdf', { exact: true })).toBeVisible()
  await expect.element(page.getByText('old.pdf')).not.toBeInTheDocument()
  await expect.element(button('Attach another file: Pathology report')).toBeEnabled()
  expect(sent.map((form) => [form.get('type'), form.get('description')])).toEqual([
    ['Report', 'Pathology report'],
  ])
  await accessible()
})

test('files: a refused one says why at the field, and the next try forgets it', async () => {
  const { end } = uploads()
  saved(showSection(<Reports />, { takesDocuments: true }))
  await choose([file('new.pdf')])
  await end(problemOf('file-not-allowed'))
  await expect.element(page.getByText(/This type of file is not accepted/)).toBeVisible()
  await choose([file('better.pdf')])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await end()
  await expect.element(page.getByText('better.pdf', { exact: true })).toBeVisible()
})

test('files: a page of a proxy says nothing of the file, which is sent again under its key', async () => {
  const { sent, end, answerWithPage } = uploads()
  saved(showSection(<Reports />, { takesDocuments: true }))
  await choose([file('new.pdf')])
  await answerWithPage(502)
  // As a network that wants a sign-in first does.
  await answerWithPage(200)
  await end()
  await expect.element(page.getByText('new.pdf', { exact: true })).toBeVisible()
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map((form) => form.get('uploadKey')))).toHaveProperty('size', 1)
  await choose([file('scan.pdf')])
  await answerWithPage(413)
  await expect.element(page.getByText(/This is too large to send/)).toBeVisible()
  await expect.element(page.getByText('scan.pdf', { exact: true })).not.toBeInTheDocument()
})

test('files: one that was on its way while the order was changed to another patient is not kept', async () => {
  const { end } = uploads()
  const form = saved(
    showSection(<Reports />, {
      ...{ document: completeOrder(), takesDocuments: true },
      replies: { '/api/orders/1001/4711/documents/41': DONE },
    }),
  )
  await choose([file('new.pdf')])
  await expect.element(page.getByText('Uploading new.pdf…')).toBeVisible()
  form.edit((document) =>
    withChanges(document, { '/patients/0/firstName': 'Ada', '/patients/0/dateOfBirth': '1990-02-03' }),
  )
  await end()
  await expect
    .element(page.getByText(/changed to another patient while “new.pdf” was uploaded/))
    .toBeVisible()
  await expect.element(page.getByText('new.pdf', { exact: true })).not.toBeInTheDocument()
  expect(vi.mocked(fetch).mock.calls.map(([path, init]) => [String(path), init?.method])).toContainEqual([
    '/api/orders/1001/4711/documents/41',
    'DELETE',
  ])
})

test('files: one of another patient is removed at its warning, also where no field shows it', async () => {
  const variants = [knownVariant({ key: 'v1', report: 'file', file: { documentId: 7, name: 'old.pdf' } })]
  const document = withChanges(completeOrder(), { '/knownVariants': variants })
  const replies = { '/api/orders/1001/4711/documents/7': DONE }
  const form = saved(showSection(<FieldWarnings at={() => true} />, { document, replies }))
  const uploadedFor = { firstName: 'Ada', lastName: 'Lind', dateOfBirth: '1990-02-03' }
  form.setChecked({
    ...{ history: [], provider: null, institutionState: '' },
    uploads: [{ id: 7, filename: 'old.pdf', uploadedFor }],
  })
  await expect
    .element(button('Remove file'))
    .toHaveAccessibleDescription(/“old.pdf” was uploaded while this order was for another patient/)
  await accessible()
  await button('Remove file').click()
  await expect.poll(() => removed().length).toBe(1)
  await expect.poll(() => form.state().document.knownVariants?.[0]?.file).toBeUndefined()
})

test('files: a laboratory that takes no documents says how the file reaches it', async () => {
  showSection(<Reports />)
  await expect.element(page.getByText(/Send the file with the specimen/)).toBeVisible()
  await expect.element(button('Attach a file: Pathology report')).not.toBeInTheDocument()
})

test('files: the relative’s report is uploaded to the variant, is the only one, and is removed again', async () => {
  const { end } = uploads()
  const { file: _, ...variant } = knownVariant({ report: 'file' })
  const document = { ...completeOrder(), knownVariants: [variant] }
  const form = saved(showSection(<ClinicalSection />, { document, takesDocuments: true }))
  const attached = () => form.state().document.knownVariants?.[0]?.file
  const attach = page.getByRole('button', { name: /^Attach a file/ })
  await expect.element(attach).toBeVisible()
  await choose([file('mother.pdf')], '[data-path="/knownVariants/0/file"]')
  await end()
  await expect.element(button('Remove mother.pdf')).toBeVisible()
  expect(attached()).toEqual({ documentId: 41, name: 'mother.pdf' })
  await expect.element(attach).not.toBeInTheDocument()
  await button('Remove mother.pdf').click()
  await expect.element(attach).toBeVisible()
  expect(form.state().document.knownVariants?.[0]).not.toHaveProperty('file')
})

test('files: a report whose variant is removed while it uploads is not attached to another variant', async () => {
  const { end } = uploads()
  const { file: _, ...variant } = knownVariant({ report: 'file' })
  const document = { ...completeOrder(), knownVariants: [variant, { ...variant, key: 'v2' }] }
  const form = saved(showSection(<ClinicalSection />, { document, takesDocuments: true }))
  await expect.element(page.getByRole('button', { name: /^Attach a file/ }).first()).toBeVisible()
  await choose([file('mother.pdf')], '[data-path="/knownVariants/0/file"]')
  await expect.element(page.getByText('Uploading mother.pdf…')).toBeVisible()
  await button('Remove known variant 1').click()
  await expect.element(page.getByText('Uploading mother.pdf…')).not.toBeInTheDocument()
  await end()
  // The answer is read after its event.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(form.state().document.knownVariants).toEqual([{ ...variant, key: 'v2' }])
})

test('files: what is removed is removed from the order’s documents, or says why it could not be', async () => {
  const removal = Promise.withResolvers<unknown>()
  const replies: Record<string, unknown> = { '/api/orders/1001/4711/documents/7': removal.promise }
  saved(showSection(<Reports />, { takesDocuments: true, replies }))
  await button('Remove old.pdf').click()
  await expect.element(button('Remove old.pdf')).toBeDisabled()
  removal.reject(new TypeError('Failed to fetch'))
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(button('Remove old.pdf')).toBeEnabled()
  replies['/api/orders/1001/4711/documents/7'] = DONE
  await button('Remove old.pdf').click()
  await expect.element(page.getByText('old.pdf')).not.toBeInTheDocument()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  expect(removed()).toHaveLength(2)
})

test('files: a variant takes its report with it, and comes back if the report cannot be removed', async () => {
  const document = { ...completeOrder(), knownVariants: [knownVariant()] }
  const replies: Record<string, unknown> = {}
  const form = saved(showSection(<ClinicalSection />, { document, takesDocuments: true, replies }))
  const removal = Promise.withResolvers<unknown>()
  replies['/api/orders/1001/4711/documents/7'] = removal.promise
  await button('Remove known variant 1').click()
  await expect.poll(() => removed()).toHaveLength(1)
  expect(form.state().document.knownVariants).toBeUndefined()
  removal.reject(new TypeError('Failed to fetch'))
  await expect.element(button('Remove known variant 1')).toBeVisible()
  expect(form.state().document.knownVariants).toEqual([knownVariant()])
  replies['/api/orders/1001/4711/documents/7'] = DONE
  await button('Remove known variant 1').click()
  await expect.poll(() => removed()).toHaveLength(2)
  expect(form.state().document.knownVariants).toBeUndefined()
})

test('insurance card: both sides are uploaded one after the other by the same button', async () => {
  const { sent, end } = uploads()
  const document = withChanges(completeOrder(), { '/payment/billingType': 'Insurance' })
  saved(
    showSection(<InsuranceCard />, {
      ...{ document, takesDocuments: true, replies: { '/api/orders/1001/4711/documents': [] } },
    }),
  )
  await choose([file('front.pdf'), file('back.pdf')])
  await expect.element(page.getByText('Uploading front.pdf…')).toBeVisible()
  await end()
  await expect.element(page.getByText('Uploading back.pdf…')).toBeVisible()
  await end()
  await expect.element(page.getByText(/^Uploading/)).not.toBeInTheDocument()
  expect(sent.map((form) => form.get('type'))).toEqual(['Insurance Card', 'Insurance Card'])
  await expect.element(button('Upload front and back of card')).toBeEnabled()
})
