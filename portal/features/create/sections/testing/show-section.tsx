import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import type { TestDetails } from '#contract/catalogue.ts'
import { problemOf } from '#contract/errors.ts'
import { newOrder, type OrderDocument } from '#domain/orders/document.ts'
import { CATALOGUE } from '#domain/orders/testing/complete-order.ts'
import { type Session, SessionContext } from '#portal/session/session.ts'
import { show } from '#ui/testing/show-field.tsx'
import type { DraftServer } from '../../draft/autosave.ts'
import { OrderFormContext } from '../../draft/form-context.ts'
import { createOrderForm, type OrderForm } from '../../draft/order-form.ts'

/** Somebody who orders at an invented clinic. */
const session = {
  user: { id: 7 },
  institution: { code: '1001', name: 'Fernlight Clinic' },
  institutions: [{ code: '1001', name: 'Fernlight Clinic' }],
  can: () => true,
  configuration: { features: { calendarDates: false, kits: true }, flags: {}, vaHospitalCodes: [] },
} as unknown as Session

/** The invented exome of the rules' tests, as the catalogue describes it. */
const exome = {
  ...CATALOGUE[0],
  ...{ specimenNote: '', sections: [], addOnTests: [], turnaroundDays: 21, geneCount: 3 },
  consents: CATALOGUE[0]?.consents.map((question) => ({
    ...question,
    ...{ text: `${question.title}, in full`, kind: 'yes-no', category: 'Testing' },
  })),
} as unknown as TestDetails

interface Setting {
  document?: OrderDocument
  /** What the catalogue says of the exome besides. */
  test?: Partial<TestDetails>
  /** Whether kits can be ordered. */
  takesKits?: boolean
  /** The laboratory takes documents. */
  takesDocuments?: boolean
  /** What the server answers, by the beginning of the path; a promise, once it resolves. Everything else is not found. */
  replies?: Record<string, unknown>
  /** Saves the draft; without it nothing is saved. */
  create?: DraftServer['create']
}

/** What the server answers if there is nothing to tell. */
export const DONE = Symbol('done')

function answer(replies: Record<string, unknown>): typeof fetch {
  return async (path) => {
    const found = Object.entries(replies).find(([beginning]) => String(path).startsWith(beginning))
    const reply = await found?.[1]
    if (reply === DONE) return new Response(null, { status: 204 })
    return found ? Response.json(reply) : Response.json(problemOf('not-found'), { status: 404 })
  }
}

/**
 * Renders one section of the order form alone, followed by a button to leave it to; returns the form's store. The
 * exome's details are known where the document orders it. Nothing is saved and nothing leaves the page.
 */
export function showSection(section: ReactNode, setting: Setting = {}): OrderForm {
  const {
    document = newOrder(),
    replies = {},
    test = {},
    takesDocuments = false,
    takesKits = true,
    create,
  } = setting
  const configuration = {
    ...session.configuration,
    features: { ...session.configuration.features, kits: takesKits },
    flags: { Document_Management: takesDocuments, OnlineOrderPortal: true },
  }
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(answer(replies))
  onTestFinished(() => fetched.mockRestore())
  const unanswered = () => new Promise<never>(() => {})
  const form = createOrderForm({
    ...{ hospitalCode: '1001', userId: 7, blank: document, submitter: null, loaded: null },
    server: { create: create ?? unanswered, patch: unanswered, get: unanswered },
    edits: { save() {}, read: () => null, forget() {} },
    onSaved() {},
  })
  onTestFinished(() => form.autosave.end())
  const codes = document.tests.map((test) => test.testCode)
  form.setTests(
    codes,
    [{ ...exome, ...test }].filter(({ code }) => codes.includes(code)),
    [],
  )
  show(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <SessionContext value={{ ...session, configuration } as Session}>
        <OrderFormContext value={form}>
          {section}
          <button type="button">After the field</button>
        </OrderFormContext>
      </SessionContext>
    </QueryClientProvider>,
  )
  return form
}
