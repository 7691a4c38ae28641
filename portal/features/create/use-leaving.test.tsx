import { cleanNotifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { NoticeArea } from '#ui/NoticeArea.tsx'
import { hide, show } from '#ui/testing/show-field.tsx'
import { OrderFormContext } from './draft/form-context.ts'
import type { OrderForm } from './draft/order-form.ts'
import { createServer, createTab, type RequestFate } from './draft/testing/server.ts'
import { takeBackFor } from './left-forms.ts'
import { useUpload } from './sections/use-upload.ts'
import { saveBeforeLeaving, useLeaving } from './use-leaving.ts'

// All component tests share one page: what another test reported still stands in the places for notices.
beforeEach(() => cleanNotifications())

function Form({ form }: { form: OrderForm }) {
  useLeaving(form)
  return null
}

/** A field of the form whose file becomes its answer once it is uploaded. */
function Attachment({ form }: { form: OrderForm }) {
  const { upload } = useUpload('Other', '')
  const file = new File(['%PDF-1.7'], 'report.pdf', { type: 'application/pdf' })
  return (
    <button
      type="button"
      onClick={() => void upload([file], ({ name }) => form.set('/patients/0/recordNumber', name))}
    >
      Attach
    </button>
  )
}

/** Leaves a form of a saved draft while a file uploads; `end` ends the upload. */
async function leaveUploading() {
  const line: { fate: RequestFate } = { fate: 'fine' }
  const uploading = Promise.withResolvers<() => void>()
  class Request extends EventTarget {
    upload = new EventTarget()
    status = 201
    responseText = JSON.stringify({ id: 41, filename: 'report.pdf', type: 'Other', bytes: 8 })
    open() {}
    setRequestHeader() {}
    send() {
      uploading.resolve(() => this.dispatchEvent(new Event('load')))
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request)
  onTestFinished(() => void vi.unstubAllGlobals())
  const server = createServer()
  const form = createTab(server, 'Ada', () => line.fate).form()
  onTestFinished(async () => {
    line.fate = 'fine'
    await takeBackFor({ hospitalCode: '1001', address: 5 }, async () => null)
  })
  show(
    <QueryClientProvider client={new QueryClient()}>
      <OrderFormContext value={form}>
        <Form form={form} />
        <Attachment form={form} />
      </OrderFormContext>
    </QueryClientProvider>,
  )
  form.set('/patients/0/lastName', 'Leaver')
  expect(await form.autosave.flush()).toBe(true)
  await page.getByRole('button', { name: 'Attach' }).click()
  const end = await uploading.promise
  hide()
  await saveBeforeLeaving()
  expect(server.versions).toHaveLength(1)
  return { server, line, end }
}

const wouldAsk = () => {
  const closing = new Event('beforeunload', { cancelable: true })
  dispatchEvent(closing)
  return closing.defaultPrevented
}
const notice = page.getByText(/isn’t saved yet|has changes that aren’t saved/)
const mrnOf = (form: OrderForm) => form.state().document.patients[0]?.recordNumber

/** A form of a saved draft, left with an edit that does not arrive; `line` is what becomes of the next requests. */
async function leave() {
  const line: { fate: RequestFate } = { fate: 'fine' }
  const server = createServer()
  const form = createTab(server, 'Ada', () => line.fate).form()
  onTestFinished(async () => {
    line.fate = 'fine'
    await takeBackFor({ hospitalCode: '1001', address: 5 }, async () => null)
  })
  show(<Form form={form} />)
  form.set('/patients/0/lastName', 'Leaver')
  expect(await form.autosave.flush()).toBe(true)
  line.fate = 'not-arrived'
  form.set('/patients/0/recordNumber', 'M-1')
  hide()
  await saveBeforeLeaving()
  show(<NoticeArea />)
  return { form, server, line }
}

test('a form that is left while it cannot be saved says so, and is saved once it can be', async () => {
  const { server, line } = await leave()
  await expect.element(page.getByText(/^Order 5 isn’t saved yet/)).toBeVisible()
  expect(wouldAsk()).toBe(true)
  expect(server.current().document.patients[0]?.recordNumber).toBe('')
  line.fate = 'fine'
  dispatchEvent(new Event('online'))
  await expect.element(notice).not.toBeInTheDocument()
  expect(server.current().document.patients[0]?.recordNumber).toBe('M-1')
  expect(wouldAsk()).toBe(false)
})

test('it is left to the form that is opened again, unless that does not open', async () => {
  const { form, server, line } = await leave()
  const again = { hospitalCode: '1001', address: 5 }
  await expect(takeBackFor(again, () => Promise.reject(new Error('offline')))).rejects.toThrow('offline')
  expect(wouldAsk()).toBe(true)
  await expect.element(notice).toBeVisible()
  await takeBackFor({ ...again, address: 6 }, async () => null)
  expect(wouldAsk()).toBe(true)
  expect(await takeBackFor(again, async () => 'loaded')).toBe('loaded')
  await expect.element(notice).not.toBeInTheDocument()
  expect(wouldAsk()).toBe(false)
  line.fate = 'fine'
  dispatchEvent(new Event('online'))
  await form.autosave.whenSaved()
  expect(mrnOf(form)).toBe('M-1')
  expect(server.versions).toHaveLength(1)
})

test('what somebody has to decide about is asked for, and an order that is none to edit any more is named', async () => {
  const { form, server, line } = await leave()
  const [version] = server.versions
  const others = structuredClone(version?.document ?? expect.fail())
  const [patient] = others.patients
  if (patient) patient.recordNumber = 'M-2'
  server.versions.push({ by: 'Kerttu', document: others })
  line.fate = 'fine'
  dispatchEvent(new Event('online'))
  await expect.element(page.getByText(/^Order 5 has changes that aren’t saved\. Open it/)).toBeVisible()
  expect(wouldAsk()).toBe(true)
  form.autosave.end()
  await expect.element(page.getByText(/^Order 5 was submitted or discarded meanwhile/)).toBeVisible()
  await expect.element(notice).not.toBeInTheDocument()
  expect(wouldAsk()).toBe(false)
})

test('a file that is uploaded after its form was left is saved as the answer that it is', async () => {
  const { server, end } = await leaveUploading()
  end()
  await expect.poll(() => server.current().document.patients[0]?.recordNumber).toBe('report.pdf')
  await expect.poll(wouldAsk).toBe(false)
})

test('an answer that cannot be saved after its form was left is named, and is saved once it can be', async () => {
  const { server, line, end } = await leaveUploading()
  show(<NoticeArea />)
  line.fate = 'not-arrived'
  end()
  await expect.element(page.getByText(/^Order 5 isn’t saved yet/)).toBeVisible()
  expect(wouldAsk()).toBe(true)
  line.fate = 'fine'
  dispatchEvent(new Event('online'))
  await expect.element(notice).not.toBeInTheDocument()
  expect(server.current().document.patients[0]?.recordNumber).toBe('report.pdf')
})

test('a form that is left saved, or done with, leaves nothing behind', async () => {
  const form = createTab(createServer(), 'Ada', () => 'fine').form()
  show(<Form form={form} />)
  form.set('/patients/0/lastName', 'Stayer')
  hide()
  await saveBeforeLeaving()
  expect(wouldAsk()).toBe(false)
  const sent = vi.fn(() => 'not-arrived' as const)
  const other = createTab(createServer(), 'Ada', sent).form()
  show(
    <>
      <NoticeArea />
      <Form form={other} />
    </>,
  )
  other.set('/patients/0/lastName', 'Thrown')
  other.forget()
  hide()
  await saveBeforeLeaving()
  expect(wouldAsk()).toBe(false)
  expect(sent).not.toHaveBeenCalled()
})
