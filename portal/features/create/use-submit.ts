import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ProblemError } from '#contract/errors.ts'
import type { Order } from '#contract/orders.ts'
import { api } from '#portal/api.ts'
import { useSession } from '#portal/session/session.ts'
import { notifyProblem, notifySuccess } from '#ui/notices.ts'
import { problemIn } from './draft/autosave.ts'
import { useOrderForm } from './draft/form-context.ts'
import { submitUntilAnswered } from './draft/submission.ts'
import { focusField } from './focus-field.ts'

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export type SubmitPhase = 'idle' | 'submitting' | 'retrying'

/** Submitting the order of the form: once, however often it is pressed. */
export function useSubmit() {
  const form = useOrderForm()
  const session = useSession()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [phase, setPhase] = useState<SubmitPhase>('idle')
  const busy = useRef(false)
  const allowed = session.can('SubmitOrder')

  function goToFirstOpen() {
    const first = form.points()[0]
    if (first) focusField(first.path, first.section)
  }

  const params = () => ({ hospital: form.hospitalCode, id: form.orderId() ?? 0 })

  /** Saves, then submits what was saved. Null when something is open, or somebody has to decide: the page says what. */
  async function attempt(): Promise<Order | null> {
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
    return api.orders.submit({ params: params(), headers: { 'if-match': String(saved.version) } })
  }

  async function send(): Promise<boolean> {
    const order = await submitUntilAnswered({
      submit: attempt,
      look: () => api.orders.get({ params: params() }),
      wait,
      onRetry: () => setPhase('retrying'),
    })
    if (!order) return false
    form.forget()
    void queryClient.invalidateQueries({ queryKey: ['orders', form.hospitalCode] })
    notifySuccess('Order submitted.')
    await navigate({ to: '/order/en-route/$id', params: { id: String(order.id) } })
    return true
  }

  async function refused(error: unknown) {
    const { code, errors = [] } = problemIn(error)
    if (code === 'order-not-ready' || code === 'invalid-fields') form.showErrors(errors)
    if (errors.length === 0) notifyProblem(error)
    if (code === 'version-conflict' || code === 'wrong-state') await form.autosave.catchUp()
  }

  async function submit() {
    if (busy.current || !allowed) return
    if (!form.ready()) {
      form.showErrors()
      return goToFirstOpen()
    }
    const focused = document.activeElement
    busy.current = true
    setPhase('submitting')
    const sent = await send().catch(async (error) => {
      await refused(error)
      return false
    })
    busy.current = false
    if (sent) return
    // The page cannot hold the focus while it is being submitted.
    flushSync(() => setPhase('idle'))
    if (form.points().length > 0) goToFirstOpen()
    else if (focused instanceof HTMLElement) focused.focus()
  }
  return { submit: () => void submit(), phase, allowed }
}
