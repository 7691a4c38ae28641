import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useContext, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ProblemError } from '#contract/errors.ts'
import type { Order } from '#contract/order.ts'
import { SIGNED } from '#domain/orders/attestation.ts'
import type { OrderDocument } from '#domain/orders/document.ts'
import { isBlocking } from '#domain/orders/points.ts'
import { api } from '#portal/api.ts'
import { useHere } from '#portal/links/use-here.ts'
import { orderOptions } from '#portal/order/queries.ts'
import { useSession } from '#portal/session/session.ts'
import { notifyProblem, notifyStale, notifySuccess } from '#ui/notices.ts'
import { problemIn } from './draft/autosave.ts'
import { ReopenContext, useFormState, useOrderForm } from './draft/form-context.ts'
import { same } from './draft/merge.ts'
import { byUrgency } from './draft/points.ts'
import { submitUntilAnswered } from './draft/submission.ts'
import { focusField } from './focus-field.ts'
import * as texts from './texts.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export type SubmitPhase = 'idle' | 'submitting' | 'retrying'

/** What is done with a form that needs nothing more: an order is submitted, benefits are asked for. */
export type FormAction = 'submit' | 'verify'

/** Submitting the order of the form, or asking for its benefits: once, however often it is pressed. */
export function useSubmit() {
  const form = useOrderForm()
  const session = useSession()
  const navigate = useNavigate()
  const here = useHere()
  const queryClient = useQueryClient()
  const reopen = useContext(ReopenContext)
  const [phase, setPhase] = useState<SubmitPhase>('idle')
  /** The summary is open to be signed; 'changed': once more, since others changed what was signed. */
  const [toSign, setToSign] = useState<'review' | 'changed' | null>(null)
  const busy = useRef(false)
  /** What had the focus when submitting was asked for. */
  const pressed = useRef<Element | null>(null)
  /** Takes away what the try before was refused with. */
  const clearProblem = useRef(() => {})
  const formAction: FormAction = useFormState((state) => state.document.isVOB) ? 'verify' : 'submit'
  const allowed = session.can(formAction === 'verify' ? 'CreateOrder' : 'SubmitOrder')
  const hospital = form.hospitalCode
  const id = () => form.orderId() ?? 0

  function goToFirstOpen() {
    const [first] = byUrgency(form.points().filter(isBlocking))
    if (first) focusField(first.path, first.section)
  }

  function ask(version: number): Promise<Order> {
    const headers = { 'if-match': String(version) }
    if (formAction === 'verify')
      return api.orders.vob({ params: { h: hospital, id: id() }, headers, body: { vobStatus: 'submitted' } })
    const { addOn, assignNewLabNumber = false } = form.state().document
    const query = addOn ? { isAddOn: 'true', assignNewLabNumber: String(assignNewLabNumber) } : {}
    return api.orders.submit({ params: { hospital, id: id() }, headers, query: { ...query, ...SIGNED } })
  }

  /**
   * Saves, then submits what was saved. Null when something is open, or somebody has to decide, or what came in with the
   * save is not what was signed: the page says what.
   */
  async function attempt(signed: OrderDocument | null): Promise<Order | null> {
    if (!(await form.autosave.flush())) {
      const status = form.autosave.status()
      if (status.kind === 'failed') throw new ProblemError(status.problem)
      return null
    }
    const saved = form.autosave.saved()
    // What others changed may have come in with the save.
    if (!saved || !form.ready()) {
      form.showErrors()
      return null
    }
    if (signed && !same(signed, form.state().document)) {
      setToSign('changed')
      return null
    }
    return ask(saved.version)
  }

  async function send(stillHere: () => boolean, signed: OrderDocument | null): Promise<boolean> {
    const order = await submitUntilAnswered({
      submit: () => attempt(signed),
      look: () => api.orders.get({ params: { hospital, id: id() } }),
      done: (seen) => (formAction === 'verify' ? seen.vobStatus !== 'draft' : seen.state !== 'draft'),
      wait,
      onRetry: () => setPhase('retrying'),
    })
    if (!order) return false
    form.forget()
    // Its page begins with the order as it is now, and not with the draft that it was.
    queryClient.setQueryData(orderOptions(hospital, order.id).queryKey, order)
    void queryClient.invalidateQueries({ queryKey: ['orders', hospital] })
    if (formAction === 'verify') {
      notifySuccess(texts.verificationRequested)
      reopen()
    } else {
      notifySuccess(texts.orderSubmitted)
      if (stillHere()) await navigate({ to: '/order/en-route/$id', params: { id: String(order.id) } })
    }
    return true
  }

  async function refused(error: unknown) {
    const { code, errors = [] } = problemIn(error)
    if (code === 'order-not-ready' || code === 'invalid-fields') {
      form.showErrors(errors)
      // What it was refused for may be younger than the last answer to the checks.
      void queryClient.invalidateQueries({ queryKey: ['order-check', hospital] })
    }
    // Of what somebody else did meanwhile the form itself says who, when and what, once it has it.
    if (code === 'version-conflict' || code === 'wrong-state') {
      await form.autosave.catchUp()
      const { others } = form.state()
      if (others) {
        clearProblem.current = notifyStale(texts.notSubmittedEdited(others.by))
        return
      }
      if (form.autosave.status().kind !== 'saved') return
    }
    if (errors.length === 0) clearProblem.current = notifyProblem(error)
  }

  /** An order is signed first; benefits are asked for at once. */
  async function submit() {
    if (busy.current || !allowed || toSign) return
    const focused = document.activeElement
    const stillHere = here()
    await form.testsLoaded()
    if (busy.current || !stillHere()) return
    if (!form.ready()) {
      form.showErrors()
      return goToFirstOpen()
    }
    pressed.current = focused
    if (formAction === 'submit') setToSign('review')
    else void goAhead(null)
  }

  function sign(signed: OrderDocument) {
    setToSign(null)
    if (form.ready()) return void goAhead(signed)
    form.showErrors()
    goToFirstOpen()
  }

  async function goAhead(signed: OrderDocument | null) {
    const focused = pressed.current
    const stillHere = here()
    busy.current = true
    clearProblem.current()
    setPhase('submitting')
    const sent = await send(stillHere, signed).catch(async (error) => {
      await refused(error)
      return false
    })
    busy.current = false
    if (sent) return
    // The page cannot hold the focus while it is being submitted.
    flushSync(() => setPhase('idle'))
    // Who has put the focus elsewhere meanwhile keeps it there.
    if (!stillHere() || document.activeElement !== document.body) return
    if (form.points().some(isBlocking)) goToFirstOpen()
    else if (focused instanceof HTMLElement) focused.focus()
  }
  const signing = toSign && {
    changed: toSign === 'changed',
    onSign: sign,
    onClose: () => setToSign(null),
  }
  return { submit, signing, phase, allowed, formAction }
}
