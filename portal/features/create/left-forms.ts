import { changingNotice, holdTab } from '#portal/frame/hold-tab.ts'
import { notifyStale } from '#ui/notices.ts'
import type { OrderForm } from './draft/order-form.ts'
import * as texts from './texts.ts'

/** Forms that were left with edits that only this tab has, and how to stop saving them. */
const left = new Map<OrderForm, () => void>()

/**
 * Goes on saving a form that was left while it could not be saved. Until it is, a notice says so, and the tab asks
 * before it is closed: nobody else has these edits.
 */
export function keepSaving(form: OrderForm): void {
  const { autosave } = form
  if (left.has(form) || !autosave.dirty() || autosave.status().kind === 'closed') return
  const say = changingNotice()
  const releaseTab = holdTabFor(form)
  const stopListening = autosave.subscribe(() => {
    const { kind } = autosave.status()
    if (kind === 'saving') return
    if (kind === 'closed' || !autosave.dirty()) stop()
    if (kind === 'closed') notifyStale(texts.leftClosed(form.orderId()))
    else if (autosave.dirty()) say(wordsOf(form))
  })
  function stop() {
    left.delete(form)
    stopListening()
    releaseTab()
    autosave.rest()
    say()
  }
  left.set(form, stop)
  say(wordsOf(form))
  autosave.wake()
}

function wordsOf({ autosave, orderId }: OrderForm): string {
  const status = autosave.status()
  const isTriedAgain = status.kind === 'unsaved' || (status.kind === 'failed' && status.again)
  return isTriedAgain ? texts.leftUnsaved(orderId()) : texts.leftUndecided(orderId())
}

/** The form is open again: it saves itself. */
export function takeBack(form: OrderForm): void {
  left.get(form)?.()
}

/**
 * The same for the form of an address, which is opened anew from what this tab keeps of it: what is on its way comes
 * first. Where `load` fails, it stays as it was.
 */
export async function takeBackFor<T>(
  { hospitalCode, address }: { hospitalCode: string; address: number | 'new' | 'vob' },
  load: () => Promise<T>,
): Promise<T> {
  const meant = [...left.keys()].filter((form) => {
    const unsaved = form.state().document.isVOB ? 'vob' : 'new'
    return form.hospitalCode === hospitalCode && (form.orderId() ?? unsaved) === address
  })
  for (const { autosave } of meant) autosave.rest()
  await Promise.all(meant.map(({ autosave }) => autosave.whenSaved()))
  try {
    const loaded = await load()
    for (const form of meant) takeBack(form)
    return loaded
  } catch (error) {
    for (const form of meant) if (left.has(form)) form.autosave.wake()
    throw error
  }
}

/** Asks before a tab with unsaved edits of the form is closed, and saves once the network is back, until it is called. */
export function holdTabFor({ autosave }: OrderForm): () => void {
  const failure = () => {
    const status = autosave.status()
    return status.kind === 'failed' ? status.problem.code : null
  }
  return holdTab(
    // Logging in again leaves the page, too, and comes back to the edits in the session storage.
    () => autosave.dirty() && autosave.status().kind !== 'closed' && failure() !== 'not-signed-in',
    () => {
      if (failure() !== null) void autosave.flush()
    },
  )
}
